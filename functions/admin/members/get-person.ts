import { getPerson } from '../../../shared/contract/admin/members.ts';
import { describePerson, readPerson } from '../../../shared/domain/member/person.ts';
import { teamNames } from '../../../shared/domain/team/list.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { collections } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getPerson,
  async ({ caller, params, context }) => {
    const [person, names] = await allInOrder(
      readPerson(context, caller.organizationId, params.person),
      teamNames(context, caller.organizationId),
    );
    return describePerson(person, names, context.clock.now());
  },
  { reads: ({ caller }) => [collections.teams(caller.organizationId)] },
);
