import { useState } from 'preact/hooks';
import type { FailureReason } from '../../../shared/contract/schemas.ts';
import { Button, Icon } from '../../design/icon.tsx';
import { say } from '../../design/toast.tsx';
import { adminMembers } from '../../text/admin-members.ts';
import { adminPerson } from '../../text/admin-person.ts';
import { useText } from '../../text/language.tsx';
import { useAct, useDesk } from '../desk.ts';
import { EraseDialog } from '../members/erase-dialog.tsx';
import { addressOf } from '../route.ts';
import { nameOf, type Person, type PersonState } from './state.ts';

interface ActionsProps {
  person: Person;
  state: PersonState;
  reload(): Promise<void>;
}

/** Reasons that another try with the same photos cannot remove. */
const OF_PHOTOS: ReadonlySet<FailureReason | undefined> = new Set(['photos-refused', 'likeness-too-low']);

/** What a manager can do for a person, by how far the person is. */
export function Actions({ person, state, reload }: ActionsProps) {
  const { can } = useDesk();
  const text = useText(adminPerson);
  if (state === 'erased') return null;
  return (
    <section class="card" aria-labelledby="actions-title">
      <h2 id="actions-title">{text.actions}</h2>
      {can('manager') ? (
        <div class="beside">
          <Help person={person} state={state} reload={reload} />
          <Erase person={person} />
        </div>
      ) : (
        <p class="hint">{text.ofManagers}</p>
      )}
    </section>
  );
}

/** The one action that helps a person on. */
function Help({ person, state, reload }: ActionsProps) {
  const { api } = useDesk();
  const text = useText(adminPerson);
  const { isBusy, act } = useAct();
  const { email } = nameOf(person);
  const action = (label: string, call: () => Promise<unknown>, done: string) => (
    <Button
      class="primary"
      label={label}
      disabled={isBusy}
      onClick={() =>
        act(async () => {
          await call();
          say(done);
          await reload();
        })
      }
    />
  );
  const idempotencyKey = crypto.randomUUID();
  switch (state) {
    case 'invited':
      return action(
        text.resend,
        () => api.call('POST /api/v2/organization/invites/resend', { body: { email }, idempotencyKey }),
        text.resent(email),
      );
    case 'over':
      return action(
        text.invite,
        () => api.call('POST /api/v2/organization/invites', { body: { email }, idempotencyKey }),
        text.invitedAgain(email),
      );
    case 'joined':
    case 'uploading':
    case 'ready':
      return (
        <a
          class="primary"
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(text.reminder)}`}
        >
          <Icon name="mail" />
          {text.write}
        </a>
      );
    case 'failed': {
      const modelId = person.model?.id ?? '';
      if (OF_PHOTOS.has(person.model?.failureReason)) return <p class="hint">{text.otherPhotos}</p>;
      return (
        <>
          {action(
            text.retry,
            () =>
              api.call('POST /api/v2/organization/models/{modelId}/restart', {
                path: { modelId },
                idempotencyKey,
              }),
            text.retried,
          )}
          {!person.model?.isDevelopment && <p class="hint">{text.retryHint}</p>}
        </>
      );
    }
    default:
      return null;
  }
}

function Erase({ person }: { person: Person }) {
  const { api, clear } = useDesk();
  const { erase: text } = useText(adminMembers);
  const [isAsking, setIsAsking] = useState(false);
  const { name, email } = nameOf(person);
  const memberId = person.member?.id;
  const erase = async () => {
    clear();
    if (memberId === undefined) await api.call('POST /api/admin/erasures', { body: { email } });
    else await api.call('DELETE /api/v2/organization/team/{memberId}', { path: { memberId } });
    say(text.erasing);
    location.hash = addressOf('members');
  };
  return (
    <>
      <Button icon="bin" label={text.action} onClick={() => setIsAsking(true)} />
      {isAsking && <EraseDialog name={name} email={email} erase={erase} close={() => setIsAsking(false)} />}
    </>
  );
}
