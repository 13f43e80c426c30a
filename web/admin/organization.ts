import type { listModels } from '../../shared/contract/v2/models.ts';
import type { getCredits, getOrganization } from '../../shared/contract/v2/organization.ts';
import type { getWhiteLabelModel } from '../../shared/contract/v2/whitelabel.ts';
import { type Answer, type Api, ApiError, sentenceOf } from '../service/api.ts';
import { repeat } from '../service/repeat.ts';
import { fill, h, setAttribute } from '../shared/dom.ts';
import { Favorites } from './favorites.ts';
import { FramePanel } from './frame-panel.ts';
import { type ModelRecord, ModelRow } from './model-row.ts';
import { newModelForm } from './new-model.ts';

type Organization = Answer<typeof getOrganization>['organization'];

const PAGE_SIZE = 25;
/** Pauses between polls, in milliseconds: while a model is in progress, otherwise, and after an error. */
const BUSY_PAUSE = 3000;
const QUIET_PAUSE = 15_000;
const PAUSE_AFTER_ERROR = 30_000;
const IN_PROGRESS = new Set<ModelRecord['status']>(['waiting', 'pending', 'generatingHeadshots']);

/** The page of one organization, which polls the service for changes. */
export function organizationPage(
  api: Api,
  organization: Organization,
  { leave, signOut }: { leave: (sentence?: string) => void; signOut: () => Promise<void> },
) {
  const favorites = new Favorites(api);
  const frame = new FramePanel();
  const rows = new Map<string, ModelRow>();
  const credits = h('b', {}, '…');
  const alert = h('div', { role: 'alert' });
  const list = h('tbody');
  const place = h('span', { class: 'place' });
  const newer = h('button', { type: 'button', class: 'quiet', click: () => turn(-PAGE_SIZE) }, 'Newer');
  const older = h('button', { type: 'button', class: 'quiet', click: () => turn(PAGE_SIZE) }, 'Older');
  let offset = 0;
  let pollFailed = false;

  function turn(by: number): void {
    offset = Math.max(0, offset + by);
    void poll();
  }

  async function poll(): Promise<number> {
    const from = offset;
    try {
      const [balance, page] = await Promise.all([
        api.call<typeof getCredits>('GET', '/api/v2/organization/credits'),
        api.call<typeof listModels>('GET', `/api/v2/organization/models?limit=${PAGE_SIZE}&offset=${from}`),
      ]);
      fill(credits, String(balance.credits));
      // The page was turned while the request was in progress.
      if (from !== offset) return BUSY_PAUSE;
      await show(page);
      // Clears errors of polls only: other errors stay visible.
      if (pollFailed) fill(alert);
      pollFailed = false;
      return page.models.some(({ status }) => IN_PROGRESS.has(status)) || frame.isOpen
        ? BUSY_PAUSE
        : QUIET_PAUSE;
    } catch (error) {
      pollFailed = true;
      fail(error);
      return PAUSE_AFTER_ERROR;
    }
  }

  async function show({ models, pagination }: Answer<typeof listModels>): Promise<void> {
    const shown = models.map((model) => {
      const row = rows.get(model.id) ?? new ModelRow(() => void open(model.id, model.email));
      rows.set(model.id, row);
      row.show(model);
      return row.element;
    });
    // Replacing the rows would lose the focus, so they are replaced only when they change.
    if (shown.length !== list.children.length || shown.some((row, index) => row !== list.children[index])) {
      fill(list, ...shown);
    }
    const first = models.length === 0 ? 0 : offset + 1;
    fill(place, `${first}–${offset + models.length} of ${pagination.total}`);
    setAttribute(newer, 'disabled', offset === 0);
    setAttribute(older, 'disabled', !pagination.hasMore);
    setAttribute(pager, 'hidden', pagination.total <= PAGE_SIZE);
    setAttribute(table, 'hidden', pagination.total === 0);
    setAttribute(empty, 'hidden', pagination.total > 0);
    const withFavorite = models.filter(({ hasFavorite, status }) => hasFavorite && status === 'active');
    await Promise.all(
      withFavorite.map(async ({ id }) => rows.get(id)?.showFavorite(await favorites.thumbnail(id))),
    );
  }

  async function open(modelId: string, email: string): Promise<void> {
    try {
      const path = `/api/v2/organization/whitelabel/model/get/${modelId}`;
      const { signedUrl } = await api.call<typeof getWhiteLabelModel>('GET', path);
      frame.open(signedUrl, email);
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown): void {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED')
      leave('Your API key or session is no longer valid. Sign in again.');
    else fill(alert, h('p', { class: 'alert' }, sentenceOf(error)));
  }

  const created = (signedUrl: string, email: string) => {
    fill(alert);
    frame.open(signedUrl, email);
    offset = 0;
    void poll();
  };
  const columns = ['Favorite', 'Person', 'Status', 'Photos', 'Created', 'Actions'];
  const pager = h('div', { class: 'pages', hidden: true }, place, newer, older);
  const table = h(
    'div',
    { hidden: true },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...columns.map((column) => h('th', { scope: 'col' }, column)))),
      list,
    ),
    pager,
  );
  const empty = h(
    'p',
    { class: 'empty', hidden: true },
    'No models yet. Create the first one with an e-mail address.',
  );
  const content = [
    h(
      'header',
      { class: 'top' },
      h('div', {}, h('h1', {}, organization.name), website(organization)),
      h('p', { class: 'credits' }, credits, ' credits'),
      h('button', { type: 'button', class: 'quiet', click: () => void signOut().catch(fail) }, 'Sign out'),
    ),
    alert,
    h(
      'div',
      { class: 'columns' },
      h(
        'main',
        { class: 'stack' },
        h('section', { class: 'card' }, h('h2', {}, 'New model'), newModelForm(api, created, fail)),
        h('section', { class: 'card' }, h('h2', {}, 'Models'), empty, table),
      ),
      frame.element,
    ),
  ];
  return { content, close: repeat(poll) };
}

function website({ website: address }: Organization): Node | false {
  return address !== '' && h('p', { class: 'organization' }, address.replace(/^https?:\/\//, ''));
}
