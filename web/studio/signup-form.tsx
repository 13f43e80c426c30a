import { useState } from 'preact/hooks';
import { ChooseDrawing, PhotosDrawing, WaitDrawing } from '../design/drawings.tsx';
import { Field, submitted } from '../design/form.tsx';
import { Button } from '../design/icon.tsx';
import { OrganizationName } from '../design/organization-name.tsx';
import { Screen } from '../design/screen.tsx';
import { useAction } from '../design/use-action.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { signup } from '../text/signup.ts';
import { type InviteProps, longDate, websiteOf } from './invite.ts';
import { type HeldInvite, openWith } from './session.ts';

const DRAWINGS = [PhotosDrawing, WaitDrawing, ChooseDrawing];

/** The sign-up form of an open invite. Mail scanners open links, so the invite is used on a click only. */
export function SignupForm({
  held,
  invite,
  alert,
  enter,
  fail,
  clearError,
}: InviteProps & { held: HeldInvite }) {
  const text = useText(signup);
  const { language } = useLanguage();
  const [usesOtherAddress, setUsesOtherAddress] = useState(false);
  const { isBusy, run } = useAction(fail);
  const { organization, maskedEmail, expiresAt } = held;
  const website = websiteOf(organization.website);

  const signUp = submitted((form) => {
    clearError();
    const email = form.text('email');
    void run(async () => enter(await openWith({ invite, language, ...(email !== '' && { email }) })));
  });

  return (
    <Screen
      eyebrow={<OrganizationName name={organization.name} logo={organization.branding.logo} />}
      title={text.title(organization.name)}
      lead={
        organization.photosBy === null
          ? text.lead
          : `${text.lead} ${text.photosBy(longDate(organization.photosBy, language))}`
      }
      alert={alert}
      width="narrow"
    >
      <form class="card signup" onSubmit={signUp}>
        {usesOtherAddress ? (
          <Field id="email" label={text.email} note={text.emailInstead(maskedEmail)} hint={text.emailHint}>
            <input id="email" name="email" type="email" autocomplete="email" ref={focus} />
          </Field>
        ) : (
          <div class="field">
            <span>{text.invitedAddress}</span>
            <p class="beside invited">
              <span>{maskedEmail}</span>
              <Button class="link" label={text.otherAddress} onClick={() => setUsesOtherAddress(true)} />
            </p>
          </div>
        )}
        <Button type="submit" class="primary large" label={text.start} disabled={isBusy} />
        <p class="hint">{text.next(longDate(expiresAt, language))}</p>
      </form>
      <ol class="preview-steps">
        {DRAWINGS.map((Drawing, index) => (
          <li key={index} class="hint">
            <Drawing />
            <span>{text.steps[index]}</span>
          </li>
        ))}
      </ol>
      {(organization.description !== '' || website) && (
        <p class="hint about">
          {organization.description !== '' && <span>{organization.description}</span>}
          {website && (
            <a href={website.href} rel="noreferrer">
              {website.host}
            </a>
          )}
        </p>
      )}
    </Screen>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
