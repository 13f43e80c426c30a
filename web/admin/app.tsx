import { useEffect, useState } from 'preact/hooks';
import { Screen } from '../design/screen.tsx';
import { Api, ApiError } from '../service/api.ts';
import { admin } from '../text/admin.ts';
import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { useSentences } from '../text/use-sentences.ts';
import type { Organization, User } from './desk.ts';
import { DeskPage } from './desk-page.tsx';
import { currentRoute } from './route.ts';
import { prefetchSection } from './section-content.tsx';
import { sectionOf } from './sections.ts';
import {
  forget,
  isUserSession,
  onSessionChange,
  remember,
  remembered,
  signOut,
  takeToken,
} from './session.ts';
import { SignIn, SignInByLink } from './sign-in.tsx';

type State =
  | { name: 'opening'; bearer: string }
  | { name: 'signed-out' }
  | { name: 'link'; token: string }
  | {
      name: 'desk';
      bearer: string;
      organization: Organization;
      user: User | undefined;
      /** True once the session has ended: the desk waits behind the sign-in page with what was typed. */
      isOver: boolean;
    };

type Trouble = { name: 'none' } | { name: 'expired' } | { name: 'error'; error: unknown };

const token = takeToken();

/** The admin page: sign-in, or the owner's desk of one organization. */
export function App() {
  const [state, setState] = useState<State>(initial);
  const [trouble, setTrouble] = useState<Trouble>({ name: 'none' });
  const text = useText(admin).signIn;
  const { loading } = useText(common);
  const isOver = state.name === 'desk' && state.isOver;
  const sentenceOf = useSentences();

  const enter = async (bearer: string) => {
    const api = new Api(bearer);
    const [{ organization }, own] = await Promise.all([
      api.call('GET /api/v2/organization'),
      isUserSession(bearer) ? api.call('GET /api/admin/user') : undefined,
    ]);
    remember(bearer);
    setTrouble({ name: 'none' });
    const { user, whiteLabel = true } = own ?? {};
    setState({ name: 'desk', bearer, organization: { ...organization, whiteLabel }, user, isOver: false });
  };
  const leave = (next: Trouble = { name: 'none' }) => {
    signOut();
    setTrouble(next);
    setState({ name: 'signed-out' });
  };
  const expire = (bearer: string) => {
    forget(bearer);
    // An open dialog would keep the sign-in page from being used.
    for (const dialog of document.querySelectorAll('dialog')) dialog.dispatchEvent(new Event('cancel'));
    setState((now) => (now.name === 'desk' && now.bearer === bearer ? { ...now, isOver: true } : now));
  };
  const open = async (bearer: string): Promise<void> => {
    try {
      await enter(bearer);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'UNAUTHORIZED')) {
        setTrouble({ name: 'error', error });
        return setState({ name: 'signed-out' });
      }
      // What is remembered was valid once. Another tab may have a newer session.
      forget();
      const newer = remembered();
      return newer === undefined ? leave({ name: 'expired' }) : open(newer);
    }
  };
  useEffect(() => {
    if (state.name !== 'opening') return;
    // The section loads beside the organization.
    prefetchSection(sectionOf(currentRoute().section));
    void open(state.bearer);
  }, []);
  useEffect(
    () =>
      onSessionChange(({ opened, ended, isSignOut }) => {
        if (state.name === 'desk' && state.bearer === ended && opened === undefined)
          isSignOut ? leave() : expire(ended);
        if ((state.name === 'signed-out' || isOver) && opened !== undefined) void open(opened);
      }),
    [state],
  );

  const alert =
    trouble.name !== 'error'
      ? isOver || trouble.name === 'expired'
        ? text.expired
        : undefined
      : trouble.error instanceof ApiError && trouble.error.code === 'UNAUTHORIZED'
        ? text.notAccepted
        : sentenceOf(trouble.error);
  const screen = {
    enter,
    alert,
    fail: (error: unknown) => setTrouble({ name: 'error', error }),
    clear: () => setTrouble({ name: 'none' }),
  };
  switch (state.name) {
    case 'opening':
      return <Screen title="" lead={loading} isQuiet />;
    case 'signed-out':
      return <SignIn {...screen} />;
    case 'link':
      return <SignInByLink {...screen} token={state.token} />;
    case 'desk':
      return (
        <>
          {isOver && <SignIn {...screen} />}
          <div hidden={isOver}>
            <DeskPage
              key={`${state.organization.uid} ${state.user?.email}`}
              bearer={state.bearer}
              organization={state.organization}
              user={state.user}
              leave={() => leave()}
              expire={() => expire(state.bearer)}
            />
          </div>
        </>
      );
  }
}

function initial(): State {
  if (token !== undefined) return { name: 'link', token };
  const bearer = remembered();
  return bearer === undefined ? { name: 'signed-out' } : { name: 'opening', bearer };
}
