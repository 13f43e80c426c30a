import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Role } from '../../shared/contract/roles.ts';
import { useAction } from '../design/use-action.ts';
import { type Loaded, useLoaded as useLoadedBy } from '../design/use-loaded.ts';
import type { Answer, Api } from '../service/api.ts';
import { repeat } from '../service/repeat.ts';

export type User = Answer<'GET /api/admin/user'>['user'];
export type Organization = Answer<'GET /api/v2/organization'>['organization'] & {
  /** Whether it can create white-label models; true for an API key, whose rights only the service knows. */
  whiteLabel: boolean;
};

/** The state and the functions that sections of the owner's desk share. */
export interface Desk {
  api: Api;
  organization: Organization;
  /** The user who is signed in; undefined for an API key, which the endpoints of users do not accept. */
  user: User | undefined;
  /** Whether the service allows the user what needs a role. What an API key may do is known to the service only. */
  can(role: Role): boolean;
  /** Reads the user again, whose role may have changed. */
  refreshUser(): Promise<void>;
  /** Shows the sign-in page. */
  leave(): void;
  /** Shows an error above the section, or leaves the desk when the session has ended. */
  fail(error: unknown): void;
  clear(): void;
  /** Shows the name of the organization that a section has changed. */
  rename(name: string): void;
}

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new Error('A section is rendered outside the desk.');
  return desk;
}

/** Runs actions of a section one at a time. The error of a former one is removed before, and that of this one shown. */
export function useAct() {
  const { fail, clear } = useDesk();
  const { isBusy, run } = useAction(fail);
  const act = (action: () => Promise<unknown>) => {
    clear();
    void run(action);
  };
  return { isBusy, act };
}

/** Milliseconds from an error of a poll to the next one. */
const PAUSE_AFTER_ERROR = 30_000;

/**
 * Polls while the component is shown, anew when an input changes.
 * @param poll resolves to the pause before the next poll, in milliseconds. It checks `isCurrent` before it shows
 *   what it has read: the inputs may have changed meanwhile.
 */
export function usePolling(poll: (isCurrent: () => boolean) => Promise<number>, inputs: readonly unknown[]) {
  const { fail, clear } = useDesk();
  // A poll that succeeds clears the error of a poll only. Other errors stay visible.
  const hasFailed = useRef(false);
  useEffect(() => {
    let isShown = true;
    const stop = repeat(async () => {
      try {
        const pause = await poll(() => isShown);
        if (isShown && hasFailed.current) clear();
        hasFailed.current = false;
        return pause;
      } catch (error) {
        if (isShown) {
          hasFailed.current = true;
          fail(error);
        }
        return PAUSE_AFTER_ERROR;
      }
    });
    return () => {
      isShown = false;
      stop();
    };
  }, inputs);
}

/** Loads a value of a section. The desk shows errors. */
export function useLoaded<Value>(load: () => Promise<Value>, inputs: readonly unknown[]): Loaded<Value> {
  return useLoadedBy(load, inputs, useDesk().fail);
}

interface Page<Entry> {
  entries: readonly Entry[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** A list that grows by a page at a time. It begins anew when an input changes. */
export function usePages<Entry>(
  load: (before: string | undefined) => Promise<Page<Entry>>,
  inputs: readonly unknown[],
) {
  const { fail } = useDesk();
  const [further, setFurther] = useState<{ after: Page<Entry>; pages: readonly Page<Entry>[] }>();
  const first = useLoaded(() => load(undefined), inputs);
  // Pages that follow another first page are those of former inputs.
  const following = further !== undefined && further.after === first.value ? further.pages : [];
  const pages = first.value ? [first.value, ...following] : [];
  const next = pages.at(-1)?.next ?? null;
  const more = async () => {
    const after = first.value;
    if (after === undefined || next === null) return;
    try {
      const page = await load(next);
      setFurther({ after, pages: [...following, page] });
    } catch (error) {
      fail(error);
    }
  };
  const value = first.value && pages.flatMap(({ entries }) => entries);
  return { loaded: { ...first, value }, more: next === null ? undefined : more };
}
