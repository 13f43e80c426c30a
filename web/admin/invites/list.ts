import type { AddressFault } from '../../../shared/contract/address.ts';
import type { ListRow } from './parse-list.ts';

/** The reason why no invite is or was sent to a line. */
export type Fault =
  | AddressFault
  | 'noAddress'
  | 'urlInName'
  | 'nameTooLong'
  | 'urlInTeam'
  | 'teamTooLong'
  | 'repeated'
  | 'unknownTeam'
  | 'invited'
  | 'member'
  | 'mailedTooOften'
  | 'teamGone'
  | 'refused'
  | 'left';

/** A line of a list that is being sent. */
export interface Line extends ListRow {
  teamId?: string;
  /** Absent while the line waits to be sent. */
  outcome?: 'sent' | Fault;
  /** The words of the service about a line that it refused, in English. */
  sentence?: string;
}

/**
 * One request. It is stored before it is made, and repeated with the same key and the same addresses until its outcome
 * is known: the service carries it out once.
 */
export interface Batch {
  idempotencyKey: string;
  /** Positions in the lines of the list. */
  positions: number[];
  /** The number of tries of the request without a known outcome, with the one in progress. */
  tries: number;
}

/** A list on its way, as it is stored in the browser. It holds no credential. */
export interface SendingList {
  /** Milliseconds since the epoch. */
  startedAt: number;
  lines: Line[];
  /** The number of lines that had no outcome at the start. */
  toSend: number;
  batch?: Batch;
  /** True after the user has paused it: it then waits for the user. */
  isPaused?: boolean;
}

export interface Progress {
  /** Lines that were to be sent: those that were faulty in the preview are not among them. */
  total: number;
  sent: number;
  failed: number;
  left: number;
}

export function progressOf({ lines, toSend }: Pick<SendingList, 'lines' | 'toSend'>): Progress {
  const sent = lines.filter(({ outcome }) => outcome === 'sent').length;
  const left = lines.filter(({ outcome }) => outcome === undefined).length;
  return { total: toSend, sent, failed: toSend - sent - left, left };
}

/** The lines that no invite was sent to. */
export function failedLines({ lines }: Pick<SendingList, 'lines'>): Line[] {
  return lines.filter(({ outcome }) => outcome !== undefined && outcome !== 'sent');
}
