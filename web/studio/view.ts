import type { Answer, Api } from '../service/api.ts';
import type { HostPage } from './host-page.ts';

export type Overview = Answer<'GET /api/member'>;
export type Model = NonNullable<Overview['model']>;

/** The data and functions that the app gives to each screen of a session. */
export interface Studio {
  api: Api;
  overview: Overview;
  /** Tells the page that frames the studio of an event. */
  report: HostPage['report'];
  /** Reads the member's data again and shows the screen of the model's status. */
  refresh(): Promise<void>;
  /** Shows an error. An expired session ends the page. */
  fail(error: unknown): void;
  /** Removes the error. */
  clearError(): void;
  /** Asks whether to erase everything about the member, and does it. */
  erase(): Promise<void>;
}
