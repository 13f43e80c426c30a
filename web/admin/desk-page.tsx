import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { includesRole } from '../../shared/contract/roles.ts';
import { Button, Icon, PathIcon } from '../design/icon.tsx';
import { LanguageChoice } from '../design/language-choice.tsx';
import { Mark } from '../design/site.tsx';
import { hush } from '../design/toast.tsx';
import { Api, ApiError } from '../service/api.ts';
import { admin } from '../text/admin.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { useSentences } from '../text/use-sentences.ts';
import { type Desk, DeskContext, type Organization, type User, useDesk, usePolling } from './desk.ts';
import { forgetList } from './invites/stored-list.ts';
import { keepFocus } from './keep-focus.ts';
import { addressOf, mayLeave, useRoute } from './route.ts';
import { prefetchSection, SectionContent } from './section-content.tsx';
import { GROUPS, SECTIONS, type SectionDefinition, type SectionId, sectionOf } from './sections.ts';
import { forgetAddress } from './session.ts';
import { usePlace } from './use-place.ts';

const CREDITS_PAUSE = 15_000;

interface DeskPageProps {
  bearer: string;
  organization: Organization;
  /** The user who is signed in; undefined for an API key. */
  user: User | undefined;
  /** Shows the sign-in page. */
  leave(): void;
  /** Shows the sign-in page, which tells that the key or session is no longer valid. */
  expire(): void;
}

/** The owner's desk: a header, the navigation, and one section at a time. */
export function DeskPage({ bearer, organization, user: signedIn, leave, expire }: DeskPageProps) {
  const [error, setError] = useState<unknown>();
  const [name, setName] = useState(organization.name);
  const [user, setUser] = useState(signedIn);
  const api = useMemo(() => new Api(bearer), [bearer]);
  const desk = useMemo<Desk>(() => {
    const refreshUser = async () => {
      if (user) setUser((await api.call('GET /api/admin/user')).user);
    };
    return {
      api,
      organization,
      user,
      can: (role) => user === undefined || includesRole(user.role, role),
      refreshUser,
      leave,
      fail: (failure) => {
        const code = failure instanceof ApiError ? failure.code : undefined;
        if (code === 'UNAUTHORIZED') return expire();
        hush();
        setError(failure);
        // An owner may have changed the role meanwhile.
        if (code === 'FORBIDDEN') refreshUser().catch(() => undefined);
      },
      clear: () => setError(undefined),
      rename: setName,
    };
  }, [api, user]);
  const { language, chosen } = useLanguage();
  // Mails follow the language of the first visit, and then the one that the user has chosen on a page.
  const ofMails = user?.language;
  const wanted = chosen ?? ofMails ?? language;
  useEffect(() => {
    if (ofMails === undefined || wanted === ofMails) return;
    api
      .call('PUT /api/admin/user/language', { body: { language: wanted } })
      .then((answer) => setUser(answer.user))
      .catch(desk.fail);
  }, [api, ofMails, wanted]);
  const signOut = async () => {
    if (!(await mayLeave())) return;
    try {
      if (desk.user) await desk.api.call('DELETE /api/admin/session');
      leave();
      forgetAddress();
      // It has addresses of people, which the next user of this computer must not find.
      void forgetList(organization.uid);
    } catch (failure) {
      desk.fail(failure);
    }
  };
  const text = useText(admin);
  const route = useRoute();
  const section = sectionOf(route.section);
  const isFirst = useRef(true);
  const places = useRef(new Map<string, number>());
  return (
    <DeskContext.Provider value={desk}>
      <header class="bar">
        <Button class="skip primary" label={text.skip} onClick={skip} />
        <p class="brand">
          <Mark />
          <span class="one-line">{name}</span>
        </p>
        <Credits />
        <button type="button" class="link sign-out" aria-label={text.signOut} onClick={() => void signOut()}>
          <Icon name="signOut" />
          <span>{text.signOut}</span>
        </button>
      </header>
      <div class="desk">
        <Navigation current={section} />
        <Section
          key={addressOf(section, route.id)}
          id={section}
          resource={route.id}
          organizationName={name}
          error={error}
          isFirst={isFirst}
          places={places.current}
        />
      </div>
      <footer class="beside end">
        {user && <p class="hint">{text.signedInAs(user.email, text.roles[user.role])}</p>}
        <LanguageChoice />
      </footer>
    </DeskContext.Provider>
  );
}

/** A link to the content would change the fragment of the address, which names the section. */
function skip(): void {
  document.getElementById('content')?.focus();
}

function Credits() {
  const { api } = useDesk();
  const text = useText(admin);
  const [credits, setCredits] = useState<number>();
  usePolling(
    async (isCurrent) => {
      const answer = await api.call('GET /api/v2/organization/credits');
      if (isCurrent()) setCredits(answer.credits);
      return CREDITS_PAUSE;
    },
    [api],
  );
  return (
    <p class="credits">
      <b>{credits ?? '…'}</b> {text.credits(credits)}
    </p>
  );
}

function Navigation({ current }: { current: SectionId }) {
  const desk = useDesk();
  const text = useText(admin);
  const navigation = useRef<HTMLElement>(null);
  useEffect(() => keepInView(navigation.current), [current]);
  const { within = current }: SectionDefinition = SECTIONS[current];
  return (
    <nav ref={navigation} aria-label={text.navigation}>
      {GROUPS.map(({ name, sections }) => {
        const shown = sections.filter((id) => isOpenTo(desk, SECTIONS[id]));
        if (shown.length === 0) return null;
        return (
          <div key={name} class="group">
            <h2 id={`group-${name}`}>{text.groups[name]}</h2>
            <ul aria-labelledby={`group-${name}`}>
              {shown.map((id) => (
                <li key={id}>
                  <a
                    href={addressOf(id)}
                    aria-current={id === within ? (id === current ? 'page' : 'true') : undefined}
                    onPointerEnter={() => prefetchSection(id)}
                  >
                    <PathIcon path={SECTIONS[id].icon} />
                    {text.sections[id].title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {desk.user === undefined && <p class="hint">{text.forUsers}</p>}
    </nav>
  );
}

/** Whether the service answers the requests of a section. */
function isOpenTo({ user, can }: Desk, { role = 'viewer', needsUser }: SectionDefinition): boolean {
  return user === undefined ? !needsUser : can(role);
}

/** On a phone the links are a row that scrolls. */
function keepInView(navigation: HTMLElement | null): void {
  const link = navigation?.querySelector<HTMLElement>('a[aria-current]');
  if (!navigation || !link) return;
  const [inner, outer] = [link.getBoundingClientRect(), navigation.getBoundingClientRect()];
  navigation.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

interface SectionProps {
  id: SectionId;
  /** The id of the resource that the address names. */
  resource: string | undefined;
  organizationName: string;
  error: unknown;
  /** True until a section has been shown. */
  isFirst: { current: boolean };
  places: Map<string, number>;
}

function Section({ id, resource, organizationName, error, isFirst, places }: SectionProps) {
  const desk = useDesk();
  const { clear } = desk;
  const text = useText(admin);
  const sentenceOf = useSentences();
  const { title, lead } = text.sections[id];
  const main = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const definition: SectionDefinition = SECTIONS[id];
  useEffect(() => {
    clear();
    // Moving the focus makes screen readers announce the section that a link has opened.
    if (!isFirst.current) heading.current?.focus({ preventScroll: true });
    isFirst.current = false;
    return main.current ? keepFocus(main.current) : undefined;
  }, []);
  usePlace(addressOf(id, resource), places);
  useEffect(() => {
    document.title = `${title} · ${organizationName}`;
  }, [title, organizationName]);
  return (
    <main ref={main} class="stack" id="content" tabIndex={-1}>
      <div class="title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p class="lead">{lead}</p>
      </div>
      <div role="alert">{error !== undefined && <p class="alert">{sentenceOf(error)}</p>}</div>
      {isOpenTo(desk, definition) ? (
        <SectionContent id={id} resource={resource} />
      ) : (
        <p class="card">{desk.user ? text.needs(text.roles[definition.role ?? 'viewer']) : text.forUsers}</p>
      )}
    </main>
  );
}
