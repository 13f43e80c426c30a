import { useState } from 'preact/hooks';
import { useDesk } from '../desk.ts';
import { InviteList } from './invite-list.tsx';
import { InviteMany } from './invite-many.tsx';
import { InviteOne } from './invite-one.tsx';
import { JoinLink } from './join-link.tsx';

/** Invites of the organization: sending one or many, and all that were sent. */
export function Invites() {
  const { can, user } = useDesk();
  const [sentCount, setSentCount] = useState(0);
  const changed = () => setSentCount((count) => count + 1);
  return (
    <div class="stack">
      {can('manager') && (
        <>
          <InviteOne version={sentCount} sent={changed} />
          <InviteMany changed={changed} />
          {user && <JoinLink />}
        </>
      )}
      <InviteList version={sentCount} />
    </div>
  );
}
