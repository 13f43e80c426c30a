import { useEffect, useState } from 'preact/hooks';
import type { IconName } from '../design/icon.tsx';
import { Screen } from '../design/screen.tsx';
import { ApiError } from '../service/api.ts';
import { common } from '../text/common.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { studio as studioText } from '../text/studio.ts';
import { useSentences } from '../text/use-sentences.ts';
import { connectHostPage, overviewTeller } from './host-page.ts';
import type { Ending } from './invite.ts';
import { InvitePage } from './invite-page.tsx';
import { JoinPage } from './join-page.tsx';
import { NotOpened } from './not-opened.tsx';
import { type Entry, forget, isSignup, openWith, resumed, resumedBy, takeEntry } from './session.ts';
import { Session } from './session-screens.tsx';
import { ConfirmAddress, Return } from './signup.tsx';

type State =
  | { name: 'opening' }
  | { name: 'session'; session: string }
  | { name: 'expired' }
  | { name: 'ended'; icon: IconName; ending: Ending }
  | { name: 'not-opened'; error: unknown };

/** The link that has led to this page. It is taken out of the address bar once. */
const entry: Entry = takeEntry();

// A page with a token is framed only where the organization allows it: the browser has checked that.
const host = connectHostPage(entry.name === 'token' ? null : undefined);
const tellHost = overviewTeller(host);

/** The studio of a signedUrl, and the pages of an invite that lead to it. */
export function App() {
  const [state, setState] = useState<State>(initial);
  const [error, setError] = useState<unknown>();
  const text = useText(studioText);
  const { loading } = useText(common);
  const { language } = useLanguage();
  const sentenceOf = useSentences();
  const alert = error === undefined ? undefined : sentenceOf(error);

  const clearError = () => setError(undefined);
  const end = (icon: IconName, ending: Ending) => {
    clearError();
    setState({ name: 'ended', icon, ending });
  };
  const enter = (session: string) => {
    clearError();
    setState({ name: 'session', session });
  };
  const expire = () => {
    clearError();
    if (entry.name === 'invite') {
      // The page of the invite says how to come back.
      forget(entry.invite);
      return setState({ name: 'opening' });
    }
    forget();
    host.report('expired', {});
    setState({ name: 'expired' });
  };
  /** Shows an error; `unauthorized` decides what follows an expired or used credential. */
  const failOr = (unauthorized: () => void) => (failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'UNAUTHORIZED') unauthorized();
    else setError(failure);
  };

  /** Opens the studio. A token or an invite in the link takes precedence over an earlier session. */
  const open = async () => {
    setState({ name: 'opening' });
    try {
      const session = entry.name === 'token' ? await openWith({ token: entry.token }) : resumed();
      if (session === undefined) expire();
      else enter(session);
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'UNAUTHORIZED') expire();
      else setState({ name: 'not-opened', error: failure });
    }
  };
  useEffect(() => {
    if (entry.name === 'token' || entry.name === 'none') void open();
  }, []);

  switch (state.name) {
    case 'session':
      return (
        <Session
          session={state.session}
          shown={tellHost}
          report={host.report}
          alert={alert}
          fail={failOr(expire)}
          clearError={clearError}
          end={end}
        />
      );
    case 'ended':
      return <Screen {...state.ending(language)} icon={state.icon} isQuiet />;
    case 'expired': {
      const { title, lead } = isSignup ? text.openMail : text.expired;
      return <Screen title={title} lead={lead} icon={isSignup ? 'mail' : 'clock'} isQuiet />;
    }
    case 'not-opened':
      return <NotOpened title={text.notOpened} error={state.error} retry={open} />;
    case 'opening':
  }
  switch (entry.name) {
    case 'invite':
      return (
        <InvitePage
          invite={entry.invite}
          stops={entry.stops}
          alert={alert}
          enter={enter}
          fail={setError}
          clearError={clearError}
          end={end}
        />
      );
    case 'join':
      return <JoinPage token={entry.token} alert={alert} fail={setError} clearError={clearError} end={end} />;
    case 'return':
      return <Return token={entry.token} alert={alert} enter={enter} fail={setError} end={end} />;
    case 'confirmation':
      return <ConfirmAddress token={entry.token} alert={alert} fail={setError} end={end} />;
    default:
      return <Screen title="" lead={loading} isQuiet />;
  }
}

/** An invite that this browser has a session for leads to the studio, without a mail. */
function initial(): State {
  const session = entry.name === 'invite' ? resumedBy(entry) : undefined;
  return session === undefined ? { name: 'opening' } : { name: 'session', session };
}
