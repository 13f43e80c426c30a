import { h } from '../shared/dom.ts';
import { openWith } from './session.ts';
import type { View } from './view.ts';

/** What the step needs from the page around it. */
interface Signup {
  invite: string;
  /** Goes on with the session of whoever has signed up. */
  enter(session: string): Promise<void>;
  /** Shows why it did not work; an invite that is not valid ends the page. */
  fail(error: unknown): void;
  calm(): void;
}

/**
 * The step from an invite to the studio. Nothing is asked of the service before the button is pressed: mail
 * scanners open links, too, and an invite is used only by who means to.
 */
export function signupView({ invite, enter, fail, calm }: Signup): View {
  const name = h('input', { id: 'name', maxlength: 120, autocomplete: 'name' });
  const email = h('input', { id: 'email', type: 'email', autocomplete: 'email' });
  const emailField = h(
    'label',
    { class: 'field', for: 'email', hidden: true },
    h('span', {}, 'E-mail address ', h('i', {}, 'in place of the invited one')),
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
    calm();
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
    lead: 'Upload a few photos of yourself, and get portraits you can use anywhere.',
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
          h('p', { class: 'hint' }, 'Started before? You go on where you were.'),
        ),
      ),
    ],
  };
}
