import * as z from 'zod';
import { consent, consentVersion } from '../consent.ts';
import { endpoint } from '../endpoint.ts';
import { language, success } from '../fields.ts';

const response = z.object({ success, consent });

export const getConsent = endpoint({
  operation: 'member/consent/get-consent',
  summary: 'The text that the member agrees to before the first upload',
  method: 'GET',
  path: '/api/member/consent',
  auth: 'memberSession',
  query: z.object({ language: language.optional() }),
  response,
  permissions: ['table:get'],
});

export const giveConsent = endpoint({
  operation: 'member/consent/give-consent',
  summary: 'Agrees to the current version of the text; DELETE /api/member withdraws it',
  method: 'POST',
  path: '/api/member/consent',
  auth: 'memberSession',
  body: z.object({ version: consentVersion, language: language.optional() }),
  response,
  permissions: ['table:get', 'table:update', 'trail:append'],
});
