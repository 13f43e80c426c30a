import type { getOverview } from '../../shared/contract/member/session.ts';
import type { Answer, Api } from '../shared/api.ts';

export type Overview = Answer<typeof getOverview>;
export type Model = NonNullable<Overview['model']>;

/** What each view gets from the page around it. */
export interface Studio {
  api: Api;
  overview: Overview;
  /** Shows whatever fits the model's state by now. */
  refresh(): Promise<void>;
  /** Shows a sentence about what went wrong; an expired session ends the page. */
  fail(error: unknown): void;
  /** Takes that sentence away. */
  calm(): void;
}

/** One state of the page. */
export interface View {
  title: string;
  lead: string;
  content: Node[];
  /** True when there is next to nothing to do: the sentence is what matters. */
  isQuiet?: true;
  /** Ends what goes on in the background. */
  leave?(): void;
}
