import { describe, expect, test, vi } from 'vitest';
import {
  connectHostPage,
  type HeardMessage,
  isAllowed,
  overviewTeller,
} from '../../../web/studio/host-page.ts';

const HOST = 'https://app.partner.test';
const HELLO = { headshots: 1, type: 'hello' };

type Listener<Value> = (value: Value) => void;

/** The window of a studio in a frame, and what its parent was posted. */
function framedStudio() {
  const posted: object[] = [];
  const parent = {
    postMessage: (message: unknown, target: string) => {
      posted.push({ ...Object(message), target });
    },
  };
  const hearing = new Set<Listener<HeardMessage>>();
  const watching = new Set<Listener<number>>();
  const surroundings = {
    self: {
      ...parent,
      parent,
      addEventListener: (_type: 'message', listener: Listener<HeardMessage>) => void hearing.add(listener),
      removeEventListener: (_type: 'message', listener: Listener<HeardMessage>) =>
        void hearing.delete(listener),
    },
    watchHeight: (changed: Listener<number>) => {
      watching.add(changed);
      return () => void watching.delete(changed);
    },
  };
  const hear = (data: unknown, origin = HOST, source: unknown = parent) => {
    for (const listener of hearing) listener({ data, origin, source });
  };
  const resize = (height: number) => {
    for (const listener of watching) listener(height);
  };
  return { posted, hear, resize, surroundings };
}

function message(type: string, detail: object) {
  return { headshots: 1, type, detail, target: HOST };
}

describe('the connection with the page that frames the studio', () => {
  test('tells an allowed page of events and heights, in order, after its hello', () => {
    const { posted, hear, resize, surroundings } = framedStudio();
    const host = connectHostPage([HOST], surroundings);
    host.report('ready', { modelId: 'mdl_1', status: 'onboarding' });
    resize(480);
    resize(640);
    expect(posted).toEqual([]);
    hear(HELLO);
    host.report('favorite', { modelId: 'mdl_1', photoId: null });
    expect(posted).toEqual([
      message('ready', { modelId: 'mdl_1', status: 'onboarding' }),
      message('resize', { height: 640 }),
      message('favorite', { modelId: 'mdl_1', photoId: null }),
    ]);
    host.close();
    hear(HELLO, 'https://other.test');
    resize(700);
    expect(posted).toHaveLength(3);
  });

  test.each([
    ['of an origin that is not allowed', { origin: 'https://evil.test' }],
    ['of a frame beside the studio', { source: {} }],
    ['of another protocol', { data: { headshots: 2, type: 'hello' } }],
    ['that is text', { data: 'hello' }],
    ['that is null', { data: null }],
    ['of an opaque origin', { origin: 'null' }],
  ])('tells nothing after a hello %s', (_what, { data = HELLO, origin, source }: Sent) => {
    const { posted, hear, surroundings } = framedStudio();
    const host = connectHostPage([HOST], surroundings);
    hear(data, origin, source);
    host.report('expired', {});
    expect(posted).toEqual([]);
  });

  test('tells nothing before the origins are known, and everything when they are', () => {
    const { posted, hear, surroundings } = framedStudio();
    const host = connectHostPage(undefined, surroundings);
    hear(HELLO);
    host.report('finished', { modelId: 'mdl_1' });
    expect(posted).toEqual([]);
    host.allow(['https://other.test']);
    expect(posted).toEqual([]);
    host.allow(null);
    expect(posted).toEqual([message('finished', { modelId: 'mdl_1' })]);
  });

  test('tells nothing more to a page whose origin is no longer allowed', () => {
    const { posted, hear, surroundings } = framedStudio();
    const host = connectHostPage(null, surroundings);
    hear(HELLO);
    host.report('expired', {});
    host.allow([]);
    host.report('expired', {});
    expect(posted).toHaveLength(1);
  });

  test('does nothing outside a frame', () => {
    const { surroundings } = framedStudio();
    const watchHeight = vi.fn<typeof surroundings.watchHeight>();
    const postMessage = vi.fn<(message: unknown, target: string) => void>();
    const self = { ...surroundings.self, postMessage, parent: { postMessage } };
    self.parent = self;
    connectHostPage(null, { self, watchHeight }).report('expired', {});
    expect(watchHeight).not.toHaveBeenCalled();
    expect(postMessage).not.toHaveBeenCalled();
  });
});

describe('the overviews of a member', () => {
  function told(...statuses: (string | null)[]) {
    const { posted, hear, surroundings } = framedStudio();
    const tell = overviewTeller(connectHostPage(undefined, surroundings));
    hear(HELLO);
    for (const status of statuses) {
      tell({
        organization: { frameOrigins: [HOST] },
        model: status === null ? null : { id: 'mdl_1', status },
      });
    }
    return posted;
  }

  test('are told as ready, submitted and finished, each once', () => {
    expect(told('onboarding', 'onboarding', 'waiting', 'pending', 'active', 'active')).toEqual([
      message('ready', { modelId: 'mdl_1', status: 'onboarding' }),
      message('submitted', { modelId: 'mdl_1' }),
      message('finished', { modelId: 'mdl_1' }),
    ]);
  });

  test('of headshots that are ready already are told as ready and finished', () => {
    expect(told('active')).toEqual([
      message('ready', { modelId: 'mdl_1', status: 'active' }),
      message('finished', { modelId: 'mdl_1' }),
    ]);
  });

  test('of a member without a model are told as ready', () => {
    expect(told(null, null)).toEqual([message('ready', { modelId: null, status: 'onboarding' })]);
  });
});

interface Sent {
  data?: unknown;
  origin?: string;
  source?: unknown;
}

describe('the origins in the settings', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com', true],
    ['https://app.example.com:443', 'https://app.example.com', true],
    ['https://app.example.com', 'https://app.example.com:8443', false],
    ['https://app.example.com', 'http://app.example.com', false],
    ['https://*.example.com', 'https://a.example.com', true],
    ['https://*.example.com', 'https://a.b.example.com', true],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://evilexample.com', false],
    ['https://*.example.com', 'https://example.com.evil.test', false],
    ['https://*.example.com', 'http://a.example.com', false],
    ['https://*.example.com:8443', 'https://a.example.com:8443', true],
    ['https://*.example.com:8443', 'https://a.example.com', false],
    ['http://localhost:3000', 'http://localhost:3000', true],
  ])('of %s, the origin %s: %s', (allowed, origin, is) => {
    expect(isAllowed([allowed], origin)).toBe(is);
    expect(isAllowed(['https://unrelated.test', allowed], origin)).toBe(is);
  });

  test('null stands for any origin but an opaque one, an empty list for none', () => {
    expect(isAllowed(null, HOST)).toBe(true);
    expect(isAllowed(null, 'null')).toBe(false);
    expect(isAllowed([], HOST)).toBe(false);
  });
});
