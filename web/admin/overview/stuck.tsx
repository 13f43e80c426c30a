import type { StuckGroup, StuckPerson, StuckReason } from '../../../shared/contract/admin/overview.ts';
import { useCopy } from '../../design/copy.ts';
import { Button } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { adminReports } from '../../text/admin-reports.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk } from '../desk.ts';
import { Time } from '../parts.tsx';
import { addressOf } from '../route.ts';

/** People who do not get headshots without help, by the reason, each with what helps. */
export function Stuck({ groups, reload }: { groups: readonly StuckGroup[]; reload(): Promise<void> }) {
  const text = useText(adminReports).stuck;
  if (groups.length === 0) return <p class="empty">{text.none}</p>;
  return (
    <div class="stuck">
      {groups.map(({ reason, total, people }) => (
        <section key={reason} class={reason} aria-labelledby={`stuck-${reason}`}>
          <h3 id={`stuck-${reason}`}>
            {text.reasons[reason].title}
            <span class="badge">{total}</span>
          </h3>
          <p class="hint">{text.reasons[reason].lead}</p>
          <ul class="rows">
            {people.map((person) => (
              <li key={person.modelId ?? person.email}>
                <div class="what">
                  <a href={addressOf('person', person.modelId ?? person.email)}>
                    {person.name ? `${person.name} · ${person.email}` : person.email}
                  </a>
                  <p class="hint">
                    {person.failureReason && `${text.failures[person.failureReason]} `}
                    {text.since} <Time at={person.since} />
                  </p>
                </div>
                <Help reason={reason} person={person} reload={reload} />
              </li>
            ))}
          </ul>
          {total > people.length && <p class="hint">{text.more(total - people.length)}</p>}
        </section>
      ))}
    </div>
  );
}

interface HelpProps {
  reason: StuckReason;
  person: StuckPerson;
  reload(): Promise<void>;
}

/** The action that helps a person. */
function Help({ reason, person, reload }: HelpProps) {
  const text = useText(adminReports).stuck;
  const { can } = useDesk();
  const { email, modelId, inviteLink } = person;
  switch (reason) {
    case 'model-failed':
    case 'model-delayed':
      return (
        <a class="quiet" href={addressOf('person', modelId)}>
          {text.look}
        </a>
      );
    case 'invite-bounced':
      return inviteLink === undefined ? null : <CopyLink email={email} link={inviteLink} />;
    case 'invite-expired':
      return can('manager') ? <InviteAgain person={person} reload={reload} /> : null;
    default:
      return (
        <a class="quiet" href={`mailto:${encodeURIComponent(email)}`} aria-label={text.writeTo(email)}>
          {text.write}
        </a>
      );
  }
}

function CopyLink({ email, link }: { email: string; link: string }) {
  const text = useText(adminReports).stuck;
  const copy = useCopy();
  return <Button label={text.copy} aria-label={text.copyOf(email)} onClick={() => void copy(link)} />;
}

function InviteAgain({ person: { email, teamId }, reload }: Pick<HelpProps, 'person' | 'reload'>) {
  const text = useText(adminReports).stuck;
  const { api } = useDesk();
  const { isBusy, act } = useAct();
  const invite = async () => {
    const body = { email, ...(teamId !== undefined && { teamId }) };
    await api.call('POST /api/v2/organization/invites', { body });
    say(text.invited(email));
    await reload();
  };
  return (
    <Button
      label={text.again}
      disabled={isBusy}
      aria-label={text.inviteAgain(email)}
      onClick={() => act(invite)}
    />
  );
}
