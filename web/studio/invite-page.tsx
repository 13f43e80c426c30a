import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/icon.tsx';
import { OrganizationName } from '../design/organization-name.tsx';
import { Screen } from '../design/screen.tsx';
import { useAction } from '../design/use-action.ts';
import { useBrand } from '../design/use-brand.ts';
import { ApiError } from '../service/api.ts';
import { common } from '../text/common.ts';
import { useSentences } from '../text/errors.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { signup } from '../text/signup.ts';
import { type InviteProps, longDate, websiteOf } from './invite.ts';
import { type HeldInvite, lookUp, requestLink, stopReminders } from './session.ts';
import { SignupForm } from './signup-form.tsx';

type Looked = { name: 'found'; held: HeldInvite } | { name: 'unknown' } | { name: 'failed'; error: unknown };

/** The page of an invite: the sign-up form while it is open, and else a sentence that says what to do. */
export function InvitePage(props: InviteProps) {
  const { invite, alert, fail } = props;
  const [looked, setLooked] = useState<Looked>();
  const [stops, setStops] = useState(props.stops);
  const text = useText(signup);
  const { loading, tryAgain } = useText(common);
  const sentenceOf = useSentences();

  const load = async () => setLooked(await lookedUp(invite));
  useEffect(() => void load(), [invite]);
  useBrand(looked?.name === 'found' ? looked.held.organization.branding : undefined);

  switch (looked?.name) {
    case undefined:
      return <Screen title="" lead={loading} isQuiet />;
    case 'failed':
      return (
        <Screen title={text.notOpened} lead={sentenceOf(looked.error)} icon="cloud" isQuiet>
          <Button class="primary" label={tryAgain} onClick={() => void load()} />
        </Screen>
      );
    case 'unknown':
      return <Screen title={text.unknown.title} lead={text.unknown.lead} icon="compass" isQuiet />;
    case 'found':
  }
  const { held } = looked;
  const isReminded = held.state === 'open' || held.state === 'used';
  if (stops && isReminded) return <StopReminders {...props} held={held} begin={() => setStops(false)} />;
  if (held.state !== 'open') return <ClosedInvite {...props} held={held} />;
  /** The invite may have been used or revoked since the page was opened. */
  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') void load();
    else fail(error);
  };
  return <SignupForm {...props} held={held} alert={alert} fail={failed} />;
}

async function lookedUp(invite: string): Promise<Looked> {
  try {
    return { name: 'found', held: await lookUp(invite) };
  } catch (error) {
    const isUnknown =
      error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_REQUEST');
    return isUnknown ? { name: 'unknown' } : { name: 'failed', error };
  }
}

/** Asks before reminders end, as programs that check mails open every link. */
function StopReminders(props: InviteProps & { held: HeldInvite; begin(): void }) {
  const { held, invite, alert, fail, end, begin } = props;
  const text = useText(signup);
  const { isBusy, run } = useAction(fail);
  const { organization, state } = held;
  const { title, lead, action, done, doneLead } = text.stopReminders;
  const stop = () =>
    run(async () => {
      await stopReminders(invite);
      end(done, doneLead, 'check');
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
  const isOver = Date.parse(expiresAt) < Date.now();
  // A member returns by a mailed link until the invite expires.
  const state = held.state === 'open' || (held.state === 'used' && isOver) ? 'expired' : held.state;
  const { title, lead } = text.closed[state](organization.name, longDate(expiresAt, language));
  const mailLink = () =>
    run(async () => {
      await requestLink({ invite });
      end(text.mailed, text.mailedLead, 'mail');
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
