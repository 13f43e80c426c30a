import { useState } from 'preact/hooks';
import { Button } from '../design/icon.tsx';
import { OrganizationName } from '../design/organization-name.tsx';
import { Screen } from '../design/screen.tsx';
import { useAction } from '../design/use-action.ts';
import { useBrand } from '../design/use-brand.ts';
import { useLoaded } from '../design/use-loaded.ts';
import { ApiError } from '../service/api.ts';
import { common } from '../text/common.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { signup } from '../text/signup.ts';
import { type InviteProps, longDate, websiteOf } from './invite.ts';
import { NotOpened } from './not-opened.tsx';
import { type HeldInvite, lookUp, requestLink, stopReminders } from './session.ts';
import { SignupForm } from './signup-form.tsx';

/** The page of an invite: the sign-up form while it is open, and else a sentence that says what to do. */
export function InvitePage(props: InviteProps) {
  const { invite, fail } = props;
  const [stops, setStops] = useState(props.stops);
  const text = useText(signup);
  const { loading } = useText(common);
  const { value: held, error, reload } = useLoaded(() => lookUp(invite), [invite]);
  useBrand(held?.organization.branding);

  if (isUnknown(error))
    return <Screen title={text.unknown.title} lead={text.unknown.lead} icon="compass" isQuiet />;
  if (error !== undefined) return <NotOpened title={text.notOpened} error={error} retry={reload} />;
  if (!held) return <Screen title="" lead={loading} isQuiet />;
  const isReminded = held.state === 'open' || held.state === 'used';
  if (stops && isReminded) return <StopReminders {...props} held={held} begin={() => setStops(false)} />;
  if (held.state !== 'open') return <ClosedInvite {...props} held={held} />;
  /** The invite may have been used or revoked since the page was opened. */
  const failed = (failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'UNAUTHORIZED') void reload();
    else fail(failure);
  };
  return <SignupForm {...props} held={held} fail={failed} />;
}

/** Whether the service knows no invite, and no join link, of this kind. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_REQUEST');
}

/** Asks before reminders end, as programs that check mails open every link. */
function StopReminders(props: InviteProps & { held: HeldInvite; begin(): void }) {
  const { held, invite, alert, fail, end, begin } = props;
  const text = useText(signup);
  const { isBusy, run } = useAction(fail);
  const { organization, state } = held;
  const { title, lead, action } = text.stopReminders;
  const stop = () =>
    run(async () => {
      await stopReminders(invite);
      end('check', (language) => signup[language].stopReminders.done);
    });
  return (
    <Screen
      eyebrow={<OrganizationName name={organization.name} logo={organization.branding.logo} />}
      title={title}
      lead={lead(organization.name)}
      icon="mail"
      alert={alert}
      isQuiet
    >
      <Button class="primary" label={action} disabled={isBusy} onClick={() => void stop()} />
      <Button label={state === 'open' ? text.start : text.back.action} onClick={begin} />
    </Screen>
  );
}

const ICONS = { used: 'person', expired: 'clock', revoked: 'mail' } as const;

/** The screen of an invite that was used or revoked, or has expired. */
function ClosedInvite({ held, invite, alert, fail, end }: InviteProps & { held: HeldInvite }) {
  const text = useText(signup);
  const { language } = useLanguage();
  const { isBusy, run } = useAction(fail);
  const { organization, expiresAt } = held;
  const state = held.state === 'open' ? 'expired' : held.state;
  const { title, lead } = text.closed[state](organization.name, longDate(expiresAt, language));
  const mailLink = () =>
    run(async () => {
      await requestLink({ invite });
      end('mail', (language) => signup[language].mailed);
    });
  const website = websiteOf(organization.website);
  return (
    <Screen
      eyebrow={<OrganizationName name={organization.name} logo={organization.branding.logo} />}
      title={title}
      lead={lead}
      icon={ICONS[state]}
      alert={alert}
      isQuiet
    >
      {state === 'used' ? (
        <Button class="primary" label={text.mailLink} disabled={isBusy} onClick={() => void mailLink()} />
      ) : (
        website && (
          <a class="quiet" href={website.href} rel="noreferrer">
            {text.toWebsite(website.host)}
          </a>
        )
      )}
    </Screen>
  );
}
