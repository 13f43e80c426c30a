import { beforeEach, describe, expect, test } from 'vitest';
import { auditSearch } from '../../../shared/audit/search.ts';
import { describeInviteDetailV1, readInvite, readInviteTo } from '../../../shared/domain/invite/describe.ts';
import { sendInvite } from '../../../shared/domain/invite/send.ts';
import { signUp } from '../../../shared/domain/invite/sign-up.ts';
import { confirmAddress } from '../../../shared/domain/member/address.ts';
import { findMember } from '../../../shared/domain/member/member.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { deleteModel } from '../../../shared/domain/model/delete.ts';
import { findModel } from '../../../shared/domain/model/model.ts';
import { readOrganization } from '../../../shared/domain/organization/organization.ts';
import { DAY } from '../../../shared/platform/clock.ts';
import { confirmationMail } from '../../support/chosen-address.ts';
import { inviteWorld } from '../../support/invite-world.ts';

const INVITED = 'invited@people.test';
const CHOSEN = 'chosen@people.test';

const world = inviteWorld();
const { context } = world;
let organizationId: string;
beforeEach(async () => {
  organizationId = await world.newOrganization(5);
});

/** A person who has signed up with another address than the invited one. */
async function signedUp(organization = organizationId) {
  const { id } = await sendInvite(context, organization, { email: INVITED });
  return signUp(context, id, { email: CHOSEN });
}

const mailed = (memberId: string) => confirmationMail(context, organizationId, memberId);

describe('an address that a person chooses at sign-up', () => {
  test('counts once the link that was mailed to it is opened, for the member and the model', async () => {
    const { member } = await signedUp();
    expect(member).toMatchObject({ email: INVITED, pendingEmail: CHOSEN });
    const { id: modelId } = await beginModel(
      context,
      await readOrganization(context, organizationId),
      member.id,
    );
    const { mail, token } = await mailed(member.id);
    const second = await mailed(member.id);
    expect(mail?.to).toBe(CHOSEN);
    expect(await findMember(context, organizationId, member.id)).toMatchObject({ email: INVITED });
    expect(await world.violations(organizationId)).toEqual([]);

    expect(await confirmAddress(context, token)).toBe(CHOSEN);
    const changed = await findMember(context, organizationId, member.id);
    expect(changed).toMatchObject({ email: CHOSEN, modelId, isReached: true });
    expect(changed).not.toHaveProperty('pendingEmail');
    expect(await findModel(context, organizationId, modelId)).toMatchObject({ email: CHOSEN });
    expect((await readInviteTo(context, organizationId, CHOSEN)).member?.id).toBe(member.id);
    world.pass(1);
    await sendInvite(context, organizationId, { email: INVITED });
    expect(await world.violations(organizationId)).toEqual([]);
    for (const used of [token, second.token])
      await expect(confirmAddress(context, used)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('leaves the address to the colleague who has it, and does not tell that it is taken', async () => {
    const free = await signedUp();
    // The colleague joins although the address was chosen before.
    const { memberId } = await world.join(organizationId, CHOSEN);
    const { token } = await mailed(free.member.id);
    await expect(confirmAddress(context, token)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await findMember(context, organizationId, free.member.id)).toMatchObject({ email: INVITED });
    expect(await findMember(context, organizationId, memberId)).toMatchObject({ email: CHOSEN });

    const other = await world.newOrganization(5);
    await world.join(other, CHOSEN);
    const taken = await signedUp(other);
    const shape = ({ member }: typeof taken) => ({ ...member, id: '', inviteId: '', joinedAt: '' });
    expect(shape(taken)).toEqual(shape(free));
    for (const id of [organizationId, other]) expect(await world.violations(id)).toEqual([]);
  });

  test('is confirmed although an expired invite holds it before the sweep has removed that', async () => {
    await sendInvite(context, organizationId, { email: CHOSEN });
    world.pass(30 * DAY);
    const { member } = await signedUp();
    const { token } = await mailed(member.id);
    expect(await confirmAddress(context, token)).toBe(CHOSEN);
    expect(await world.violations(organizationId)).toEqual([]);
  });

  test('waits for an invite for another model, which holds the former address, to be used', async () => {
    const { member } = await signedUp();
    await deleteModel(context, organizationId, (await world.onboard(organizationId, member.id)).id);
    world.pass(1);
    const { id } = await sendInvite(context, organizationId, { email: INVITED });
    const { token } = await mailed(member.id);
    await expect(confirmAddress(context, token)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('pending invite to the former address'),
    });
    await signUp(context, id, {});
    expect(await confirmAddress(context, token)).toBe(CHOSEN);
    expect(await world.violations(organizationId)).toEqual([]);
  });

  test('cannot be confirmed after a day, by a token of another kind, or for an erased member', async () => {
    const { member, session } = await signedUp();
    await expect(confirmAddress(context, session)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const { token } = await mailed(member.id);
    world.pass(DAY);
    await expect(confirmAddress(context, token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await mailed('mem_00000000000000000000000000')).mail).toBeUndefined();
  });

  test('needs no confirmation when it is the invited one', async () => {
    const { id } = await sendInvite(context, organizationId, { email: INVITED });
    expect((await signUp(context, id, { email: INVITED })).member).not.toHaveProperty('pendingEmail');
  });

  test('leaves no words when a member who was read before is erased', async () => {
    const { member } = await signedUp();
    const organization = await readOrganization(context, organizationId);
    const { id } = await beginModel(context, organization, member.id);
    await confirmAddress(context, (await mailed(member.id)).token);
    await deleteModel(context, organizationId, id, { eraseMember: true, member });
    expect(await auditSearch(context, organizationId)).toEqual([]);
  });

  test('is confirmed by one of five concurrent requests', async () => {
    const { member } = await signedUp();
    const { token } = await mailed(member.id);
    world.pass(DAY - 1);
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => confirmAddress(context, token)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await findMember(context, organizationId, member.id)).toMatchObject({ email: CHOSEN });
    const view = await readInvite(context, organizationId, member.inviteId ?? '');
    expect(describeInviteDetailV1(view)).toMatchObject({ email: CHOSEN });
    expect(await world.violations(organizationId)).toEqual([]);
  });
});
