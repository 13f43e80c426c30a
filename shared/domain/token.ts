import { type IdKind, idPattern } from '../platform/id.ts';
import { base62Pattern } from '../platform/randomness.ts';

/** Letters and digits of a token's secret: 43 carry 256 bits. */
export const SECRET_LENGTH = 43;

/** The format of a token: a prefix, the identifiers of what it belongs to, and a secret, separated by dots. */
export class TokenFormat {
  readonly #prefix: string;
  readonly #pattern: RegExp;

  constructor(prefix: string, ids: readonly IdKind[]) {
    this.#prefix = prefix;
    const parts = [...ids.map(idPattern), base62Pattern(SECRET_LENGTH)];
    this.#pattern = new RegExp(`^${[prefix, ...parts.map((part) => `(${part})`)].join('\\.')}$`);
  }

  join(...parts: readonly string[]): string {
    return [this.#prefix, ...parts].join('.');
  }

  /** The parts after the prefix; undefined for other texts, which must not get into keys: DynamoDB fails on long ones. */
  partsOf(text: string): string[] | undefined {
    return this.#pattern.exec(text)?.slice(1);
  }
}
