import { h, setAttribute } from '../shared/dom.ts';
import type { ApiDocument, Entry } from './api-document.ts';
import { areaName, methodBadge, resourceName, SCHEMAS, WEBHOOKS } from './sections.ts';

/** The table of contents, with a filter. It marks the section in view. */
export function navigation(apiDocument: ApiDocument, content: HTMLElement): HTMLElement {
  const links = new Map<string, HTMLAnchorElement>();
  const link = (id: string, ...label: (Node | string)[]) => {
    const anchor = h('a', { href: `#${id}` }, ...label);
    links.set(id, anchor);
    return h('li', {}, anchor);
  };
  const operation = ({ id, title, method }: Entry) => link(id, methodBadge(method), title);
  const areas = [...apiDocument.byArea()].map(([area, resources]) =>
    group(
      areaName(area),
      ...[...resources].map(([resource, entries]) =>
        h(
          'div',
          { class: 'resource-links' },
          resource !== area && h('p', {}, resourceName(resource)),
          h('ul', {}, ...entries.map(operation)),
        ),
      ),
    ),
  );
  const webhooks = Object.keys(apiDocument.document.webhooks).map((event) => link(`webhook-${event}`, event));
  const filter = h('input', { type: 'search', placeholder: 'Find…', 'aria-label': 'Find an endpoint' });
  filter.addEventListener('input', () => applyFilter(filter.value, list));
  const list = h(
    'div',
    { class: 'links' },
    h('ul', {}, link('introduction', 'Introduction')),
    ...areas,
    group('Webhooks', h('ul', {}, link(`area-${WEBHOOKS}`, 'Overview'), ...webhooks)),
    h('ul', {}, link(`area-${SCHEMAS}`, 'Schemas')),
  );
  const menu = h('details', { class: 'menu' }, h('summary', {}, 'Contents'), filter, list);
  openWhereWide(menu);
  followReader(content, links);
  // On a phone the list covers the page, so choosing an entry closes it.
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && !WIDE.matches) menu.open = false;
  });
  return h(
    'nav',
    { class: 'navigation', 'aria-label': 'Contents' },
    h('a', { class: 'brand', href: '#introduction' }, apiDocument.document.info.title, h('span', {}, 'API')),
    menu,
  );
}

function group(title: string, ...content: HTMLElement[]): HTMLElement {
  return h('section', {}, h('h2', {}, title), ...content);
}

const WIDE = matchMedia('(min-width: 900px)');

function openWhereWide(menu: HTMLDetailsElement): void {
  const update = () => {
    menu.open = WIDE.matches;
  };
  WIDE.addEventListener('change', update);
  update();
}

/** Hides entries that do not contain all words, and groups without visible entries. */
function applyFilter(text: string, list: HTMLElement): void {
  const words = text.toLowerCase().split(/\s+/);
  for (const item of list.querySelectorAll('li')) {
    const group = item.closest('.resource-links')?.querySelector('p')?.textContent ?? '';
    const label = `${group} ${item.textContent}`.toLowerCase();
    setAttribute(item, 'hidden', !words.every((word) => label.includes(word)));
  }
  for (const part of [...list.querySelectorAll('.resource-links, section')]) {
    setAttribute(part, 'hidden', part.querySelector('li:not([hidden])') === null);
  }
}

/** Marks the link of the section in view. */
function followReader(content: HTMLElement, links: ReadonlyMap<string, HTMLAnchorElement>): void {
  const parts = [...content.querySelectorAll('[id]')].filter(({ id }) => links.has(id));
  const inView = new Set<Element>();
  let marked: HTMLAnchorElement | undefined;
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) inView.add(target);
        else inView.delete(target);
      }
      const current = parts.filter((part) => inView.has(part)).at(-1);
      const next = current && links.get(current.id);
      if (!next || next === marked) return;
      marked?.removeAttribute('aria-current');
      next.setAttribute('aria-current', 'location');
      if (WIDE.matches) keepInView(next);
      marked = next;
    },
    // A section counts as in view when it crosses a band near the top of the window.
    { rootMargin: '-15% 0px -80% 0px' },
  );
  for (const part of parts) observer.observe(part);
}

/** Scrolls the list only. The browser's scrollIntoView would scroll the page as well. */
function keepInView(link: HTMLElement): void {
  const list = link.closest('nav');
  if (!list) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + MARGIN_PIXELS;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + MARGIN_PIXELS;
}

const MARGIN_PIXELS = 80;
