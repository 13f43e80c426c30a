import { h } from '../shared/dom.ts';
import { openWith, requestLink } from './session.ts';
import type { View } from './view.ts';

/** The invite, and the functions of the page that the sign-up form calls. */
interface Signup {
  invite: string;
  /** Opens the studio with the new session. */
  enter(session: string): Promise<void>;
  /** Shows an error. An invalid invite ends the page. */
  fail(error: unknown): void;
  clearError(): void;
  /** Shows the answer to the request of a link. */
  mailed(sentence: string): void;
}

/** The sign-up form of an invite. Mail scanners open links, so the invite is used on a click only. */
export function signupView({ invite, enter, fail, clearError, mailed }: Signup): View {
  const name = h('input', { id: 'name', maxlength: 120, autocomplete: 'name' });
  const email = h('input', { id: 'email', type: 'email', autocomplete: 'email' });
  const emailField = h(
    'label',
    { class: 'field', for: 'email', hidden: true },
    h('span', {}, 'E-mail address ', h('i', {}, 'instead of the invited one')),
    email,
  );
  const disclosure = h(
    'button',
    { type: 'button', class: 'link disclosure', click: disclose },
    'Use another address',
  );
  const submit = h('button', { class: 'primary' }, 'Start');

  function disclose(): void {
    disclosure.remove();
    emailField.hidden = false;
    email.focus();
  }

  async function signUp(event: Event): Promise<void> {
    event.preventDefault();
    clearError();
    submit.disabled = true;
    try {
      await enter(
        await openWith({
          invite,
          ...(name.value.trim() !== '' && { name: name.value.trim() }),
          ...(email.value !== '' && { email: email.value }),
        }),
      );
    } catch (error) {
      fail(error);
    } finally {
      submit.disabled = false;
    }
  }

  return {
    title: 'You are invited',
    lead: 'Upload a few photos of yourself and get portraits you can use anywhere.',
    content: [
      h(
        'form',
        { class: 'card signup', submit: (event: Event) => void signUp(event) },
        h('label', { class: 'field', for: 'name' }, h('span', {}, 'Name ', h('i', {}, 'optional')), name),
        disclosure,
        emailField,
        h(
          'div',
          { class: 'submit' },
          submit,
          h('p', { class: 'hint' }, 'Started before? ', linkButton({ invite, fail, mailed })),
        ),
      ),
    ],
  };
}

/** A button that has a link mailed to the member who has used the invite. */
export function linkButton({ invite, fail, mailed }: Pick<Signup, 'invite' | 'fail' | 'mailed'>): Node {
  const button = h('button', { type: 'button', class: 'link', click }, 'Mail me a link to continue');

  async function click(): Promise<void> {
    button.disabled = true;
    try {
      mailed(await requestLink(invite));
    } catch (error) {
      fail(error);
    } finally {
      button.disabled = false;
    }
  }

  return button;
}

/** The view of a mailed link. Mail scanners open links, so the token is used on a click only. */
export function returnView({
  token,
  enter,
  fail,
}: {
  token: string;
  enter(session: string): Promise<void>;
  fail(error: unknown): void;
}): View {
  const button = h('button', { type: 'button', class: 'primary', click }, 'Continue');

  async function click(): Promise<void> {
    button.disabled = true;
    try {
      await enter(await openWith({ token }));
    } catch (error) {
      fail(error);
    } finally {
      button.disabled = false;
    }
  }

  return { title: 'Welcome back', lead: 'Continue where you left off.', content: [button], isQuiet: true };
}
