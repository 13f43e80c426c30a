import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../service/api.ts';
import { browserConnection, waitToRetry } from '../../service/backoff.ts';
import { useDesk } from '../desk.ts';
import { progressOf, type SendingList } from './list.ts';
import { type Sending, type SendState, sendList } from './send-list.ts';
import { dropList, keepList, storedList, withList } from './stored-list.ts';

/** The state of sending: `elsewhere` while another tab sends the list. */
export type ListState = SendState | { name: 'elsewhere' };

/**
 * The list of the organization that is being sent, from the start or from where a former tab has left it.
 * @param changed called when invites were sent, and sending has ended for now
 */
export function useSending(changed: () => void) {
  const { api, organization, fail, clear } = useDesk();
  const organizationId = organization.uid;
  const [isOpening, setIsOpening] = useState(true);
  const [shown, setShown] = useState<SendingList>();
  const [state, setState] = useState<ListState>({ name: 'sending' });
  /** The list that the sender changes. */
  const list = useRef<SendingList | undefined>(undefined);
  const controller = useRef<AbortController | undefined>(undefined);

  const show = (current: SendingList | undefined) => {
    list.current = current;
    // The sender changes the list in place.
    setShown(current && { ...current });
  };
  const sending = (signal: AbortSignal): Sending => ({
    send: (invites, idempotencyKey) =>
      api.call('POST /api/v2/organization/invites/bulk', { body: invites, idempotencyKey }),
    invitedAt: async (email) => {
      try {
        const { invite } = await api.call('GET /api/v2/organization/invites/{email}', { path: { email } });
        return Date.parse(invite.createdAt);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined;
        throw error;
      }
    },
    keep: async (current) => {
      await keepList(organizationId, current);
      show(current);
    },
    wait: (milliseconds) => waitToRetry(milliseconds, browserConnection, [signal]),
    newKey: () => crypto.randomUUID(),
    now: () => Date.now(),
    isStopped: () => signal.aborted,
    show: setState,
  });
  const run = async () => {
    const { signal } = renewed(controller);
    setState({ name: 'sending' });
    try {
      await withList(organizationId, { signal, waiting: () => setState({ name: 'elsewhere' }) }, async () => {
        // Another tab may have sent a part of it.
        const current = await storedList(organizationId);
        show(current);
        if (current) setState(await sendList(current, sending(signal)));
      });
    } catch (error) {
      if (signal.aborted) return;
      setState({ name: 'stopped' });
      fail(error);
    }
    changed();
  };
  useEffect(() => {
    void storedList(organizationId).then((stored) => {
      show(stored);
      setIsOpening(false);
      if (stored === undefined) return;
      const isDone = progressOf(stored).left === 0 && stored.batch === undefined;
      if (isDone) setState({ name: 'finished' });
      else if (stored.isPaused) setState({ name: 'stopped' });
      else void run();
    });
    return () => controller.current?.abort();
  }, []);

  const start = async (next: SendingList) => {
    clear();
    await keepList(organizationId, next);
    show(next);
    await run();
  };
  const pause = () => {
    if (list.current) list.current.isPaused = true;
    controller.current?.abort();
  };
  const resume = async () => {
    clear();
    const { current } = list;
    if (current === undefined) return;
    delete current.isPaused;
    await keepList(organizationId, current);
    await run();
  };
  /** Leaves out the lines that are left, of a list that is not being sent. */
  const end = async () => {
    const { current } = list;
    if (current === undefined) return;
    for (const line of current.lines) line.outcome ??= 'left';
    delete current.batch;
    await keepList(organizationId, current);
    show(current);
    setState({ name: 'finished' });
  };
  const drop = async () => {
    await dropList(organizationId);
    show(undefined);
  };
  return { isOpening, list: shown, state, start, pause, resume, end, drop };
}

function renewed(controller: { current: AbortController | undefined }): AbortController {
  controller.current = new AbortController();
  return controller.current;
}
