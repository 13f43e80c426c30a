import type { endMemberSession, eraseMember, getOverview } from '../../shared/contract/member/session.ts';
import { applyBrand } from '../design/brand.ts';
import { Api, ApiError, sentenceOf } from '../shared/api.ts';
import { confirmed, fill, h, say } from '../shared/dom.ts';
import { galleryView } from './gallery.ts';
import { connectHostPage, overviewTeller } from './host-page.ts';
import { onboardingView } from './onboarding.ts';
import { progressView } from './progress.ts';
import {
  forget,
  isSignup,
  openWith,
  resumed,
  takeConfirmation,
  takeInvite,
  takeReturnToken,
  takeToken,
} from './session.ts';
import { confirmView, linkButton, returnView, signupView } from './signup.ts';
import type { Overview, Studio, View } from './view.ts';

const token = takeToken();
// A page with a token is framed only where the organization allows it: the browser has checked that.
const host = connectHostPage(token === undefined ? undefined : null);
const tellHost = overviewTeller(host);
let unbrand = (): void => undefined;
const returnToken = takeReturnToken();
const confirmation = takeConfirmation();
const invite = takeInvite();
const organization = h('p', { class: 'organization' });
const title = h('h1', { tabindex: -1 });
const lead = h('p', { class: 'lead' }, 'Loading …');
const alert = h('div', { role: 'alert' });
const content = h('main');
const footer = h('footer');
document.body.classList.add('still');
document.body.append(h('header', {}, organization, title, lead), alert, content, footer);

let view: View | undefined;

function show(next: View): void {
  const isFirst = view === undefined;
  view?.leave?.();
  view = next;
  document.title = next.title;
  fill(title, next.title);
  fill(lead, next.lead);
  document.body.classList.toggle('still', next.isQuiet === true);
  fill(alert);
  fill(content, ...next.content);
  // Moving the focus makes screen readers announce the new view.
  if (!isFirst) title.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

/** Shows a final view without actions. */
function end(heading: string, sentence: string, ...more: Node[]): void {
  fill(footer);
  show({ title: heading, lead: sentence, content: more, isQuiet: true });
}

function expire(): void {
  forget();
  host.report('expired', {});
  if (isSignup) {
    end(
      'Open the link in your mail',
      'Open the link in your invite again, and have a link mailed to you that continues where you left off.',
    );
  } else {
    end('This link has expired', 'Go back to the page that led you here to get a new link.');
  }
}

function welcome(invited: string): void {
  const fail = (error: unknown): void => {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') {
      forget();
      end(
        'This invite is no longer valid',
        'If you have signed up with it, have a link mailed to you. If not, ask the organization that invited you for a new invite.',
        linkButton({ invite: invited, fail: showError, mailed }),
      );
    } else {
      showError(error);
    }
  };
  show(signupView({ invite: invited, enter: studioFor, fail, clearError, mailed }));
}

function mailed(sentence: string): void {
  end('Look into your mail', sentence);
}

function welcomeBack(mailedToken: string): void {
  const fail = (error: unknown): void => {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') expire();
    else showError(error);
  };
  show(returnView({ token: mailedToken, enter: studioFor, fail }));
}

function confirmAddress(mailedToken: string): void {
  const fail = (error: unknown): void => {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') {
      end('This link is no longer valid', 'It works once, within 24 hours. Your former address stays.');
    } else {
      showError(error);
    }
  };
  const confirmed = (email: string) =>
    end('Your address is confirmed', `From now on, ${email} is your address. You can close this page.`);
  show(confirmView({ token: mailedToken, confirmed, fail }));
}

function showError(error: unknown): void {
  fill(alert, h('p', { class: 'alert' }, sentenceOf(error)));
}

function clearError(): void {
  fill(alert);
}

function studioFor(session: string): Promise<void> {
  const api = new Api(session);
  const fail = (error: unknown): void => {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') {
      expire();
      return;
    }
    showError(error);
  };
  const refresh = async (): Promise<void> => {
    try {
      const overview = await api.call<typeof getOverview>('GET', '/api/member');
      fill(organization, overview.organization.name, testBadge(overview));
      unbrand();
      unbrand = applyBrand(overview.organization.branding);
      tellHost(overview);
      const studio: Studio = { api, overview, report: host.report, refresh, fail, clearError };
      show(viewOf(studio));
      fill(footer, signOutButton(api, fail), eraseButton(api, fail));
    } catch (error) {
      fail(error);
      if (view === undefined) fill(content, retryButton(refresh));
    }
  };
  return refresh();
}

function viewOf(studio: Studio): View {
  const status = studio.overview.model?.status ?? 'onboarding';
  if (status === 'onboarding') return onboardingView(studio);
  return status === 'active' ? galleryView(studio) : progressView(studio);
}

function testBadge({ model }: Overview): Node | false {
  return model?.isDevelopment === true && h('span', { class: 'badge' }, 'Test');
}

function signOutButton(api: Api, fail: (error: unknown) => void): Node {
  const click = async () => {
    try {
      await api.call<typeof endMemberSession>('DELETE', '/api/member/session');
      forget();
      say('You are signed out.');
      const back = isSignup
        ? 'To come back, open the link in your invite and have a link mailed to you.'
        : 'To come back, go to the page that led you here.';
      end('You are signed out', back);
    } catch (error) {
      fail(error);
    }
  };
  return h('button', { type: 'button', class: 'link', click }, 'Sign out');
}

function eraseButton(api: Api, fail: (error: unknown) => void): Node {
  const click = async () => {
    const sure = await confirmed(
      'Erase everything?',
      'This withdraws your consent and erases your photos, your headshots, your name and your address. You cannot undo this.',
      'Erase everything',
    );
    if (!sure) return;
    try {
      await api.call<typeof eraseMember>('DELETE', '/api/member');
      forget();
      say('Everything is erased.');
      end(
        'Everything is erased',
        'Your photos, headshots, name and address are erased. You can close this page.',
      );
    } catch (error) {
      fail(error);
    }
  };
  return h('button', { type: 'button', class: 'link', click }, 'Erase everything');
}

function retryButton(retry: () => Promise<void>): Node {
  return h('button', { type: 'button', class: 'primary', click: () => void retry() }, 'Try again');
}

/** Opens the studio. A token or an invite in the link takes precedence over an earlier session. */
async function enter(): Promise<void> {
  if (confirmation !== undefined) {
    confirmAddress(confirmation);
    return;
  }
  if (returnToken !== undefined) {
    welcomeBack(returnToken);
    return;
  }
  if (invite !== undefined) {
    welcome(invite);
    return;
  }
  try {
    const session = token === undefined ? resumed() : await openWith({ token });
    if (session === undefined) expire();
    else await studioFor(session);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') expire();
    else end('The page could not be opened', sentenceOf(error), retryButton(enter));
  }
}

void enter();
