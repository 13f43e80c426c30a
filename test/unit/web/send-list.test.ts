import { describe, expect, it } from 'vitest';
import { type Line, progressOf, type SendingList } from '../../../web/admin/invites/list.ts';
import {
  type Invites,
  type Sending,
  type SendState,
  sendList,
} from '../../../web/admin/invites/send-list.ts';
import { ApiError } from '../../../web/service/api.ts';

const START = Date.parse('2026-03-02T09:00:00Z');
const HOUR_SECONDS = 3600;

function listOf(
  count: number,
  teamOf: (position: number) => string | undefined = () => undefined,
): SendingList {
  const lines = Array.from({ length: count }, (_, position): Line => {
    const teamId = teamOf(position);
    const email = `person${position}@people.example`;
    return { line: position + 1, email, name: '', team: '', ...(teamId !== undefined && { teamId }) };
  });
  return { startedAt: START, lines, toSend: count };
}

const limit = (seconds: number) => new ApiError('RATE_LIMIT_EXCEEDED', 'Too many.', seconds);
const offline = () => new ApiError('OFFLINE', 'Not reachable.');

interface Request extends Invites {
  key: string;
}

/** A service that keeps the rules of bulk invites and of idempotency keys, and a browser that stores the list. */
class World implements Sending {
  readonly requests: Request[] = [];
  readonly invites = new Map<string, { at: number; teamId: string | undefined }>();
  readonly states: SendState[] = [];
  readonly waits: number[] = [];
  room = Number.POSITIVE_INFINITY;
  mailsLeft = Number.POSITIVE_INFINITY;
  /** Called before a request is carried out, and may throw in its place. */
  before: (request: Request, number: number) => void = () => undefined;
  /** Called after a request was carried out, and may throw in place of the answer. */
  after: (number: number) => void = () => undefined;
  stored = '';
  stopped = false;
  #time = START;
  #keys = 0;
  readonly #answers = new Map<string, Awaited<ReturnType<Sending['send']>>>();
  readonly #bodies = new Map<string, string>();

  async send(invites: Invites, key: string) {
    const request = { ...invites, key };
    this.requests.push(request);
    this.before(request, this.requests.length);
    const answer = this.#answerTo(request);
    this.after(this.requests.length);
    return answer;
  }

  #answerTo({ key, ...invites }: Request) {
    const { emails, teamId } = invites;
    const body = JSON.stringify(invites);
    const used = this.#bodies.get(key) ?? body;
    if (used !== body) throw new ApiError('INVALID_REQUEST', 'The key was used.');
    this.#bodies.set(key, body);
    const known = this.#answers.get(key);
    if (known) return known;
    const open = emails.filter((email) => !this.invites.has(email));
    if (open.length > this.mailsLeft) throw limit(5 * HOUR_SECONDS);
    if (open.length > this.room)
      throw new ApiError('INVITE_LIMIT_EXCEEDED', 'Full.', undefined, {
        pendingInvites: 100 - this.room,
        credits: 50,
        maxPendingInvites: 100,
      });
    this.room -= open.length;
    this.mailsLeft -= open.length;
    for (const email of open) this.invites.set(email, { at: this.#time, teamId });
    const results = emails.map((email) =>
      open.includes(email)
        ? { email, sent: true as const, id: 'inv_1', link: 'https://service.example/auth/signup?invite=1' }
        : { email, sent: false as const, code: 'ALREADY_EXISTS' as const, error: 'There is one already.' },
    );
    const answer = { success: true as const, message: '', sent: open.length, results };
    this.#answers.set(key, answer);
    return answer;
  }

  /** A session that ended takes the kept answers with it: keys belong to a session. */
  forgetAnswers(): void {
    this.#answers.clear();
  }

  async invitedAt(email: string) {
    return this.invites.get(email)?.at;
  }

  async keep(list: SendingList) {
    this.stored = JSON.stringify(list);
  }

  async wait(milliseconds: number) {
    this.waits.push(milliseconds);
    this.#time += milliseconds;
  }

  newKey() {
    this.#keys += 1;
    return `key_${this.#keys}`;
  }

  now() {
    return this.#time;
  }

  isStopped() {
    return this.stopped;
  }

  show(state: SendState) {
    this.states.push(state);
  }

  /** The list as the next tab finds it. */
  reopened(): SendingList {
    return JSON.parse(this.stored) as SendingList;
  }
}

const outcomes = (list: SendingList) => [...new Set(list.lines.map(({ outcome }) => outcome))];

describe('sending a list of invites', () => {
  it('sends every line once, in batches of one team', async () => {
    const world = new World();
    const list = listOf(60, (position) => (position % 2 === 0 ? 'team_1' : undefined));
    expect(await sendList(list, world)).toEqual({ name: 'finished' });
    expect(progressOf(list)).toEqual({ total: 60, sent: 60, failed: 0, left: 0 });
    expect(world.requests.map(({ emails, teamId }) => [emails.length, teamId])).toEqual([
      [25, 'team_1'],
      [25, undefined],
      [5, 'team_1'],
      [5, undefined],
    ]);
    expect(world.invites.get('person1@people.example')?.teamId).toBeUndefined();
    expect(world.invites.get('person58@people.example')?.teamId).toBe('team_1');
  });

  it('sends the names of the lines that have one', async () => {
    const world = new World();
    const list = listOf(2);
    Object.assign(list.lines[1] ?? {}, { name: 'Ada Byron' });
    await sendList(list, world);
    expect(world.requests.map(({ names }) => names)).toEqual([{ 'person1@people.example': 'Ada Byron' }]);
  });

  it('sends a list of 20,000 lines by requests of 250', async () => {
    const world = new World();
    const list = listOf(20_000);
    world.keep = async () => undefined;
    await sendList(list, world);
    expect(world.invites.size).toBe(20_000);
    expect(world.requests).toHaveLength(80);
  });

  it('repeats a batch with its key when the answer was lost, so that nothing is sent twice', async () => {
    const world = new World();
    world.after = (number) => {
      if (number === 1 || number === 3) throw offline();
    };
    const list = listOf(50);
    await sendList(list, world);
    expect(world.requests.map(({ key }) => key)).toEqual(['key_1', 'key_1', 'key_2', 'key_2']);
    expect(outcomes(list)).toEqual(['sent']);
    expect(world.states).toContainEqual({ name: 'waiting', cause: 'connection', until: START + 1000 });
  });

  it.each(['before the request', 'after the request'])(
    'continues in another tab when the first one ended %s',
    async (moment) => {
      const world = new World();
      const end = (number: number) => {
        if (number === 2) throw new Error('The tab was closed.');
      };
      if (moment === 'before the request') world.before = (_, number) => end(number);
      else world.after = end;
      await expect(sendList(listOf(75), world)).rejects.toThrow('closed');
      const list = world.reopened();
      expect(progressOf(list)).toMatchObject({ sent: 25, left: 50 });
      await sendList(list, world);
      expect(progressOf(list)).toEqual({ total: 75, sent: 75, failed: 0, left: 0 });
      expect(world.requests.map(({ key }) => key)).toEqual(['key_1', 'key_2', 'key_2', 'key_3']);
    },
  );

  it('knows its own invites when the session ended with the answer', async () => {
    const world = new World();
    world.after = (number) => {
      if (number === 1) throw new Error('The tab was closed.');
    };
    world.invites.set('person3@people.example', { at: START - 24 * HOUR_SECONDS * 1000, teamId: undefined });
    await expect(sendList(listOf(10), world)).rejects.toThrow('closed');
    world.forgetAnswers();
    const list = world.reopened();
    await sendList(list, world);
    expect(list.lines.map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 10 }, (_, position) => (position === 3 ? 'invited' : 'sent')),
    );
  });

  it('waits as long as the limit of requests asks, and goes on', async () => {
    const world = new World();
    world.before = (_, number) => {
      if (number === 2) throw limit(17);
    };
    const list = listOf(50);
    expect(await sendList(list, world)).toEqual({ name: 'finished' });
    expect(world.waits).toEqual([17_000]);
    expect(world.states).toContainEqual({ name: 'waiting', cause: 'limit', until: START + 17_000 });
    expect(outcomes(list)).toEqual(['sent']);
  });

  it('fills the cap to the last invite, stops without a failed line, and continues when there is room', async () => {
    const world = new World();
    world.room = 33;
    const list = listOf(60);
    expect(await sendList(list, world)).toEqual({ name: 'full' });
    expect(progressOf(list)).toEqual({ total: 60, sent: 33, failed: 0, left: 27 });
    world.room = 100;
    expect(await sendList(world.reopened(), world)).toEqual({ name: 'finished' });
    expect(world.invites.size).toBe(60);
  });

  it('uses up the mails of the day, and tells when the next ones are possible', async () => {
    const world = new World();
    world.mailsLeft = 31;
    const list = listOf(60);
    const until = START + 5 * HOUR_SECONDS * 1000;
    expect(await sendList(list, world)).toEqual({ name: 'usedUp', until });
    expect(progressOf(list)).toEqual({ total: 60, sent: 31, failed: 0, left: 29 });
  });

  it('names the reason of each line that the service refuses', async () => {
    const world = new World();
    world.invites.set('person1@people.example', { at: START, teamId: undefined });
    world.before = ({ emails, teamId }) => {
      if (teamId === 'team_gone') throw new ApiError('NOT_FOUND', 'The team does not exist.');
      if (emails.includes('person3@people.example'))
        throw new ApiError('INVALID_REQUEST', 'It is not valid.');
    };
    const list = listOf(6, (position) => (position === 5 ? 'team_gone' : undefined));
    expect(await sendList(list, world)).toEqual({ name: 'finished' });
    expect(list.lines.map(({ outcome, sentence }) => [outcome, sentence])).toEqual([
      ['sent', undefined],
      ['invited', 'There is one already.'],
      ['sent', undefined],
      ['refused', 'It is not valid.'],
      ['sent', undefined],
      ['teamGone', undefined],
    ]);
    expect(world.waits).toEqual([]);
  });

  it.each(['UNAUTHORIZED', 'FORBIDDEN'])(
    'keeps the list at %s, and continues after the next sign-in',
    async (code) => {
      const world = new World();
      world.before = (_, number) => {
        if (number === 2) throw new ApiError(code, 'The session has ended.');
      };
      await expect(sendList(listOf(50), world)).rejects.toMatchObject({ code });
      const list = world.reopened();
      expect(await sendList(list, world)).toEqual({ name: 'finished' });
      expect(outcomes(list)).toEqual(['sent']);
    },
  );

  it('stops between two requests', async () => {
    const world = new World();
    world.after = () => {
      world.stopped = true;
    };
    const list = listOf(50);
    expect(await sendList(list, world)).toEqual({ name: 'stopped' });
    expect(progressOf(list)).toMatchObject({ sent: 25, left: 25 });
  });
});
