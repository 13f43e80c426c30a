import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LanguageChoice } from '../design/language-choice.tsx';
import { docs } from '../text/docs.ts';
import { useText } from '../text/language.tsx';
import type { ApiDocument } from './api-document.ts';
import { CodeLanguageChoice } from './code.tsx';
import { areaName, resourceName, SCHEMAS, WEBHOOKS } from './names.ts';
import { MethodBadge } from './sections.tsx';

interface NavigationLink {
  id: string;
  label: string;
  method?: string;
  /** True for a name of the reference, which is in English. */
  isReference?: boolean;
}

/** Links with a heading. Those without a heading stand for themselves. */
interface LinkGroup {
  heading: string | undefined;
  lists: { name: string | undefined; links: readonly NavigationLink[] }[];
}

const WIDE = '(min-width: 900px)';

/** The table of contents, with a filter. It marks the section in view. */
export function Navigation({ apiDocument }: { apiDocument: ApiDocument }) {
  const text = useText(docs);
  const [filter, setFilter] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const current = useSectionInView();
  const groups = filtered(groupsOf(apiDocument, text), filter);

  // Before the first frame: the style sheet opens the list of a wide page that the build has made.
  useLayoutEffect(() => {
    const wide = matchMedia(WIDE);
    const update = () => setIsOpen(wide.matches);
    update();
    wide.addEventListener('change', update);
    return () => wide.removeEventListener('change', update);
  }, []);
  useEffect(() => {
    const link = list.current?.querySelector('a[aria-current]');
    if (link && matchMedia(WIDE).matches) keepInView(link);
  }, [current]);
  // On a phone the list covers the page, so choosing an entry closes it.
  const close = () => {
    if (!matchMedia(WIDE).matches) setIsOpen(false);
  };

  return (
    <>
      <div class="top">
        <a class="brand" href="/" lang="en">
          {apiDocument.document.info.title}
          <span>API</span>
        </a>
        <LanguageChoice />
      </div>
      <details class="menu" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{text.contents}</summary>
        <CodeLanguageChoice />
        <input
          type="search"
          placeholder={text.find}
          aria-label={text.findEndpoint}
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <div class="links" ref={list}>
          {filter === '' && <a href="/admin">{text.signIn}</a>}
          {groups.length === 0 && <p role="status">{text.foundNone}</p>}
          {groups.map(({ heading, lists }) => (
            <Group key={heading ?? lists[0]?.links[0]?.id} heading={heading}>
              {lists.map(({ name, links }) => (
                <div key={name} class="resource-links">
                  {name !== undefined && <p lang="en">{name}</p>}
                  <ul>
                    {links.map(({ id, label, method, isReference }) => (
                      <li key={id}>
                        <a
                          href={`#${id}`}
                          lang={isReference ? 'en' : undefined}
                          aria-current={id === current ? 'location' : undefined}
                          onClick={close}
                        >
                          {method !== undefined && <MethodBadge method={method} />}
                          {label}
                        </a>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </Group>
          ))}
        </div>
      </details>
    </>
  );
}

function Group({ heading, children }: { heading: string | undefined; children: ComponentChildren }) {
  if (heading === undefined) return <>{children}</>;
  return (
    <section>
      <h2 lang="en">{heading}</h2>
      {children}
    </section>
  );
}

function groupsOf(apiDocument: ApiDocument, text: (typeof docs)['en']): LinkGroup[] {
  const alone = (id: string, label: string): LinkGroup => ({
    heading: undefined,
    lists: [{ name: undefined, links: [{ id, label }] }],
  });
  const areas = [...apiDocument.byArea()].map(([area, resources]) => ({
    heading: areaName(area),
    lists: [...resources].map(([resource, entries]) => ({
      name: resource === area ? undefined : resourceName(resource),
      links: entries.map(({ id, title, method }) => ({ id, label: title, method, isReference: true })),
    })),
  }));
  const events = Object.keys(apiDocument.document.webhooks).map((event) => ({
    id: `webhook-${event}`,
    label: event,
    isReference: true,
  }));
  const webhooks = {
    heading: text.webhooks,
    lists: [{ name: undefined, links: [{ id: `area-${WEBHOOKS}`, label: text.overview }, ...events] }],
  };
  return [
    alone('introduction', text.introduction),
    ...areas,
    webhooks,
    alone(`area-${SCHEMAS}`, text.schemas),
  ];
}

/** The links that contain all words, also with their group and resource, and the groups that have such links. */
function filtered(groups: readonly LinkGroup[], text: string): LinkGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  return groups.flatMap((group) => {
    const lists = group.lists.flatMap(({ name, links }) => {
      const left = links.filter(({ label, method = '' }) => {
        const all = `${group.heading ?? ''} ${name ?? ''} ${method}${label}`.toLowerCase();
        return words.every((word) => all.includes(word));
      });
      return left.length > 0 ? [{ name, links: left }] : [];
    });
    return lists.length > 0 ? [{ ...group, lists }] : [];
  });
}

/** The id of the linked section that the reader sees. */
function useSectionInView(): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const parts = [...document.querySelectorAll('main > [id], main article.operation')];
    const inView = new Set<Element>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) inView.add(target);
          else inView.delete(target);
        }
        const next = parts.filter((part) => inView.has(part)).at(-1);
        if (next) setCurrent(next.id);
      },
      // A section counts as in view when it crosses a band near the top of the window.
      { rootMargin: '-15% 0px -80% 0px' },
    );
    for (const part of parts) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  return current;
}

/** Scrolls the list only. The browser's scrollIntoView would scroll the page as well. */
function keepInView(link: Element): void {
  const list = link.closest('nav');
  if (!list) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + MARGIN_PIXELS;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + MARGIN_PIXELS;
}

const MARGIN_PIXELS = 80;
