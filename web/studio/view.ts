import type { getOverview } from '../../shared/contract/member/session.ts';
import type { Answer, Api } from '../shared/api.ts';
import type { HostPage } from './host-page.ts';

export type Overview = Answer<typeof getOverview>;
export type Model = NonNullable<Overview['model']>;

/** The data and functions that the page gives to each view. */
export interface Studio {
  api: Api;
  overview: Overview;
  /** Tells the page that frames the studio of an event. */
  report: HostPage['report'];
  /** Reads the member's data again and shows the view of the model's status. */
  refresh(): Promise<void>;
  /** Shows an error. An expired session ends the page. */
  fail(error: unknown): void;
  /** Removes the error. */
  clearError(): void;
}

/** One state of the page. */
export interface View {
  title: string;
  lead: string;
  content: Node[];
  /** True for a view that consists of little more than a sentence. */
  isQuiet?: true;
  /** Stops the view's background work. */
  leave?(): void;
}
