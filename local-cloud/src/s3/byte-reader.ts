/** Reads a stream of chunks by delimiters and lengths, and holds only the current piece in memory. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #truncated: () => Error;
  #buffer: Buffer;

  /** `truncated` makes the error that is thrown when the stream ends too early or a piece is too long. */
  constructor(source: AsyncIterable<Buffer>, truncated: () => Error, start: Buffer = Buffer.alloc(0)) {
    this.#chunks = source[Symbol.asyncIterator]();
    this.#truncated = truncated;
    this.#buffer = start;
  }

  /** The bytes before the delimiter, which is consumed too. */
  async readUntil(delimiter: string, longest: number): Promise<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(delimiter, 0, 'latin1');
      if (at > longest) throw this.#truncated();
      if (at >= 0) return this.#take(at, delimiter.length);
      if (this.#buffer.length > longest + delimiter.length) throw this.#truncated();
      await this.#more();
    }
  }

  async *readExactly(length: number): AsyncGenerator<Buffer> {
    let missing = length;
    while (missing > 0) {
      if (this.#buffer.length === 0) await this.#more();
      const piece = this.#take(Math.min(missing, this.#buffer.length), 0);
      missing -= piece.length;
      yield piece;
    }
  }

  /** As `readUntil`, for content of any length. */
  async *streamUntil(delimiter: string): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(delimiter, 0, 'latin1');
      if (at >= 0) {
        yield this.#take(at, delimiter.length);
        return;
      }
      // The end of the buffer may be the beginning of the delimiter.
      const certain = this.#buffer.length - delimiter.length + 1;
      if (certain > 0) yield this.#take(certain, 0);
      await this.#more();
    }
  }

  #take(length: number, skipped: number): Buffer {
    const piece = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length + skipped);
    return piece;
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true) throw this.#truncated();
    this.#buffer = this.#buffer.length === 0 ? next.value : Buffer.concat([this.#buffer, next.value]);
  }
}
