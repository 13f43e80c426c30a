import * as z from 'zod';
import { before, cursorOf, next } from '../cursor.ts';
import { memberAddress } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { described, message, success, time } from '../fields.ts';
import { RECORDED_CHANGE } from '../permission-bundles.ts';
import { SAMPLE } from '../samples.ts';
import { pageQuery } from '../schemas.ts';

export const eraseAddress = endpoint({
  operation: 'admin/erasures/erase-address',
  summary: 'Erases the member or the invited person who has an address, with all data; irreversible',
  method: 'POST',
  path: '/api/admin/erasures',
  auth: 'userSession',
  role: 'manager',
  body: z.object({ email: memberAddress }),
  response: z.object({ success, message: message('Everything about the address is being erased.') }),
  errors: ['INVALID_EMAIL', 'NOT_FOUND'],
  permissions: RECORDED_CHANGE,
});

const timeOrNull = (description: string) => described(time.nullable(), description, SAMPLE.time);

const erasure = z.object({
  erasureId: described(z.string(), 'The id of the erasure.', SAMPLE.erasureId),
  memberId: described(
    z.string().nullable(),
    'The id that the erased member had; null for a person who was only invited.',
    SAMPLE.memberId,
  ),
  modelId: described(
    z.string().nullable(),
    'The model that was deleted with the person; null without one.',
    SAMPLE.modelId,
  ),
  requestedBy: described(
    z.enum(['member', 'organization', 'operator']),
    'Who asked for the erasure: the member, a user or API key of the organization, or an operator.',
    'organization',
  ),
  requestedAt: described(time, 'The time of the request.', SAMPLE.time),
  doneAt: timeOrNull('The time at which all data here was erased; null until then.'),
  checkedAt: timeOrNull(
    'The time of the second pass, which erases what was stored meanwhile; null until then.',
  ),
  providerCopies: described(
    z.enum(['kept', 'pending', 'deleted', 'retained']).nullable(),
    'The copies that the hosted provider of the model has. kept: the deletion has not begun. pending: it is being deleted, again and again until nothing is left. deleted: nothing is left. retained: the provider keeps records that it cannot be asked to delete. null: no hosted provider had anything.',
    'deleted',
  ),
});

export const listErasures = endpoint({
  operation: 'admin/erasures/list-erasures',
  summary: 'The erasures of people, newest first, with what providers still keep',
  method: 'GET',
  path: '/api/admin/erasures',
  auth: 'userSession',
  role: 'manager',
  query: z.object({
    limit: pageQuery.limit,
    before: before(cursorOf('ers')),
  }),
  response: z.object({
    success,
    erasures: described(z.array(erasure), 'The erasures of the page.'),
    next,
  }),
  permissions: ['table:query'],
});
