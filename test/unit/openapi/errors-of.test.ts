import { expect, test } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { errorsOf } from '../../../shared/contract/errors-of.ts';
import { completeUpload } from '../../../shared/contract/member/uploads.ts';
import { sendInvite } from '../../../shared/contract/v2/invites.ts';
import { getOrganization } from '../../../shared/contract/v2/organization.ts';
import { deleteWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';
import { getOpenApi } from '../../../shared/contract/web/openapi.ts';
import { getHealth } from '../../../shared/contract/web/service.ts';

const ALWAYS = ['RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR'];

test.each<[string, Endpoint, string[]]>([
  ['without credentials or input', getOpenApi, ['INVALID_REQUEST', ...ALWAYS]],
  ['without a rate limit', getHealth, ['INVALID_REQUEST', 'INTERNAL_ERROR']],
  [
    'with an API key and without input',
    getOrganization,
    ['INVALID_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', ...ALWAYS],
  ],
  [
    'with a body',
    sendInvite,
    [
      'INVALID_REQUEST',
      'INVALID_EMAIL',
      'ALREADY_EXISTS',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'NOT_FOUND',
      'RATE_LIMIT_EXCEEDED',
      'INVITE_LIMIT_EXCEEDED',
      'INTERNAL_ERROR',
    ],
  ],
  [
    'that belongs to a feature',
    deleteWhiteLabelModel,
    ['INVALID_REQUEST', 'ALREADY_DELETED', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', ...ALWAYS],
  ],
  [
    'with the method POST and without a body',
    completeUpload,
    ['INVALID_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND', ...ALWAYS],
  ],
])('an endpoint %s lists its error codes in the order of the catalogue', (_kind, endpoint, codes) => {
  expect(errorsOf(endpoint)).toEqual(codes);
});
