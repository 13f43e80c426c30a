import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The bodies of objects in one directory, a file for each content. Tests store the same images again and again, and a
 * write to a busy disk holds up the whole local cloud.
 */
export class ContentFiles {
  readonly #directory: string;
  readonly #contents = new Map<string, string>();
  /** How many objects have a content. */
  readonly #uses = new Map<string, number>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Replaces the body of an object.
   * @param content a name that only this content has, such as its hash
   */
  write(object: string, content: string, body: Buffer): void {
    const uses = this.#uses.get(content) ?? 0;
    if (uses === 0) writeFileSync(this.#file(content), body);
    this.#uses.set(content, uses + 1);
    this.remove(object);
    this.#contents.set(object, content);
  }

  /** @throws when there is no such object */
  read(object: string): Buffer {
    const content = this.#contents.get(object);
    if (content === undefined) throw new Error(`There is no object ${object}.`);
    return readFileSync(this.#file(content));
  }

  /** Removes an object, and its content when no other object has it. */
  remove(object: string): void {
    const content = this.#contents.get(object);
    if (content === undefined) return;
    this.#contents.delete(object);
    const uses = (this.#uses.get(content) ?? 0) - 1;
    if (uses > 0) {
      this.#uses.set(content, uses);
      return;
    }
    this.#uses.delete(content);
    rmSync(this.#file(content));
  }

  #file(content: string): string {
    return join(this.#directory, content);
  }
}
