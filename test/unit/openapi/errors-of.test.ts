import { expect, test } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { errorsOf } from '../../../shared/contract/errors-of.ts';
import { completeUpload } from '../../../shared/contract/member/uploads.ts';
import { sendInvite } from '../../../shared/contract/v2/invites.ts';
import { getOrganization } from '../../../shared/contract/v2/organization.ts';
import { deleteWhiteLabelModel } from '../../../shared/contract/v2/whitelabel.ts';
import { getOpenApi } from '../../../shared/contract/web/openapi.ts';
import { getHealth } from '../../../shared/contract/web/service.ts';

test.each<[string, Endpoint, string]>([
  ['without credentials or input', getOpenApi, 'INVALID_REQUEST RATE_LIMIT_EXCEEDED'],
  ['without a rate limit', getHealth, 'INVALID_REQUEST'],
  ['with an API key', getOrganization, 'INVALID_REQUEST UNAUTHORIZED FORBIDDEN RATE_LIMIT_EXCEEDED'],
  [
    'with a body',
    sendInvite,
    'INVALID_REQUEST INVALID_EMAIL ALREADY_EXISTS UNAUTHORIZED FORBIDDEN NOT_FOUND RATE_LIMIT_EXCEEDED INVITE_LIMIT_EXCEEDED',
  ],
  [
    'that belongs to a feature',
    deleteWhiteLabelModel,
    'INVALID_REQUEST ALREADY_DELETED UNAUTHORIZED FORBIDDEN NOT_FOUND RATE_LIMIT_EXCEEDED',
  ],
  ['of POST without a body', completeUpload, 'INVALID_REQUEST UNAUTHORIZED NOT_FOUND RATE_LIMIT_EXCEEDED'],
])('an endpoint %s lists its error codes in the order of the catalogue', (_kind, endpoint, codes) => {
  expect(errorsOf(endpoint).join(' ')).toEqual(`${codes} INTERNAL_ERROR`);
});
