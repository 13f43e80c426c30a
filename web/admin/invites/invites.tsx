import { useState } from 'preact/hooks';
import { adminInvites } from '../../text/admin-invites.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import { addressOf } from '../route.ts';
import { useSettings } from '../settings/stored-settings.ts';
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
          {user && <OtherLanguage />}
          <InviteOne version={sentCount} sent={changed} />
          <InviteMany changed={changed} />
          {user && <JoinLink />}
        </>
      )}
      <InviteList version={sentCount} />
    </div>
  );
}

/** Tells that invites are in another language than the desk, before they are sent. */
function OtherLanguage() {
  const { can } = useDesk();
  const text = useText(adminInvites).otherLanguage;
  const { language } = useLanguage();
  const mailed = useSettings().value?.language ?? language;
  if (mailed === language) return null;
  return (
    <p class="notice beside">
      <span>{text.sentences[mailed]}</span>
      {can('owner') && (
        <a class="link" href={addressOf('settings')}>
          {text.change}
        </a>
      )}
    </p>
  );
}
