import type { DomainContext } from '../../shared/domain/context.ts';
import type { Invite } from '../../shared/domain/invite/invite.ts';
import { inviteKey } from '../../shared/domain/invite/list-key.ts';
import type { Member } from '../../shared/domain/member/member.ts';
import { memberKey } from '../../shared/domain/member/status.ts';
import { type Model, modelKey } from '../../shared/domain/model/model.ts';
import { listChange } from '../../shared/lists/change.ts';
import { foldLists } from '../../shared/lists/fold-lists.ts';
import { ENTRY_CHANGES_MAX } from '../../shared/lists/writes.ts';
import { collections, keys } from '../../shared/table/keys.ts';
import { put } from '../../shared/table/transaction.ts';

/** Log entries that are written before they are folded. */
const ENTRIES_PER_FOLD = 250;

/** Makes the indexes of an organization whose items were stored without the rules. */
export async function indexStoredItems(context: DomainContext, organizationId: string): Promise<void> {
  const { table } = context;
  const [models, members, invites] = await Promise.all([
    table.all<Model>(collections.models(organizationId)),
    table.all<Member>(collections.members(organizationId)),
    table.all<Invite>(collections.invites(organizationId)),
  ]);
  const memberById = new Map(members.map((member) => [member.id, member]));
  const changes = [
    ...models.flatMap((model) => listChange('model', model.id, undefined, modelKey(model))),
    ...members.flatMap((member) => listChange('member', member.id, undefined, memberKey(member))),
    ...invites.flatMap((invite) =>
      listChange('invite', invite.id, undefined, inviteKey(invite, memberById.get(invite.memberId ?? ''))),
    ),
  ];
  const { PK } = collections.models(organizationId);
  for (let first = 0; first < changes.length; first += ENTRIES_PER_FOLD * ENTRY_CHANGES_MAX) {
    const chunk = changes.slice(first, first + ENTRIES_PER_FOLD * ENTRY_CHANGES_MAX);
    const entries = Array.from({ length: Math.ceil(chunk.length / ENTRY_CHANGES_MAX) }, (_, entry) =>
      put({
        ...keys.listLogEntry(PK, `${first}-${entry}`),
        changes: chunk.slice(entry * ENTRY_CHANGES_MAX, (entry + 1) * ENTRY_CHANGES_MAX),
      }),
    );
    await Promise.all(entries.map((entry) => table.write(entry)));
    await foldLists(table, PK, { from: 1 });
  }
}
