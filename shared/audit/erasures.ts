import type { DomainContext } from '../domain/context.ts';
import { listErasures } from '../domain/erasure/erasure.ts';
import { findMember } from '../domain/member/member.ts';
import { HOUR } from '../platform/clock.ts';

/** The hourly sweep resumes an erasure. One that is open for longer than this does not get on. */
const STUCK_AFTER = 2 * HOUR;

/** The member of every erasure must be gone, and no erasure may be stuck. */
export async function auditErasures(context: DomainContext, organizationId: string): Promise<string[]> {
  const violations: string[] = [];
  for (const { id, memberId, requestedAt, doneAt } of await listErasures(context, organizationId)) {
    if (memberId !== undefined && (await findMember(context, organizationId, memberId))) {
      violations.push(`${id} has erased ${memberId}, who still exists.`);
    }
    const since = context.clock.now() - Date.parse(requestedAt);
    if (doneAt === undefined && since > STUCK_AFTER) violations.push(`${id} was requested and is not done.`);
  }
  return violations;
}
