import { expect, test } from 'vitest';
import * as z from 'zod';
import { redeliverFailed } from '../../../shared/contract/admin/deliveries.ts';
import { searchMembers } from '../../../shared/contract/admin/members.ts';
import { updateSettings } from '../../../shared/contract/admin/organization.ts';
import { chooseUserLanguage } from '../../../shared/contract/admin/users.ts';
import { updateWebhooks } from '../../../shared/contract/admin/webhooks.ts';
import { checked } from '../../../shared/contract/checked.ts';
import { invitesToChange, invitesToCheck, invitesToSend } from '../../../shared/contract/invites.ts';
import { chooseLanguage, finishOnboarding, openSession } from '../../../shared/contract/member/session.ts';
import { endpoints } from '../../../shared/contract/registry.ts';
import { pageQuery } from '../../../shared/contract/schemas.ts';

test('a page has 1 to 200 entries, and begins at a whole number', () => {
  const page = z.object(pageQuery);
  expect(checked(page, { limit: '200', offset: '0' }, 'query')).toMatchObject({ limit: 200, offset: 0 });
  for (const [name, value] of [
    ['limit', '0'],
    ['limit', '201'],
    ['limit', '1.5'],
    ['offset', '-1'],
    ['offset', '1e3'],
  ] as const)
    expect(() => checked(page, { [name]: value }, 'query'), `${name}=${value}`).toThrow(`'${name}'`);
});

test.each([
  ['sent or checked', invitesToCheck, 500],
  ['changed', invitesToChange, 100],
] as const)('invites are %s for some distinct addresses', (_, body, most) => {
  const emails = Array.from({ length: most }, (_, number) => `p${number}@b.test`);
  const again = [...emails.slice(1), ' P1@B.test'];
  expect(checked(body, { emails: again }, 'body').emails).toEqual(emails.slice(1));
  for (const wrong of [[], [...emails, 'one-more@b.test'], ['a@localhost']])
    expect(() => checked(body, { emails: wrong }, 'body')).toThrow("'emails");
});

/** The places of lists and records without a highest number of entries in a schema. */
function endless(
  { type, maxItems, maxProperties, ...schema }: z.core.JSONSchema.BaseSchema,
  at: string,
): string[] {
  const isEndless =
    (type === 'array' && maxItems === undefined) ||
    (type === 'object' && schema.additionalProperties !== undefined && maxProperties === undefined);
  const parts = [
    schema.items,
    schema.additionalProperties,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ].flat();
  const fields = [...Object.entries(schema.properties ?? {}), ...parts.map((part) => ['', part] as const)];
  return [
    ...(isEndless ? [at] : []),
    ...fields.flatMap(([name, part]) => (typeof part === 'object' ? endless(part, `${at} ${name}`) : [])),
  ];
}

test('every list in a request has a highest number of entries', () => {
  const found = endpoints.flatMap(({ operation, body }) =>
    endless(z.toJSONSchema(body, { io: 'input', reused: 'inline' }), operation),
  );
  expect(found).toEqual([]);
  const names = Object.fromEntries(Array.from({ length: 501 }, (_, number) => [`p${number}@b.test`, 'Anna']));
  const emails = ['p1@b.test'];
  expect(() => checked(invitesToSend, { emails, names }, 'body')).toThrow(
    "'names' is not valid: it may have at most 500",
  );
});

test.each([{}, { token: 'a', invite: 'b' }, { invite: 5 }, { invite: 'x', name: '' }])(
  'a session is not opened by %j',
  (body) => {
    expect(() => checked(openSession.body, body, 'body')).toThrow('is not valid');
  },
);

test('a webhook URL is trimmed, and is not empty', () => {
  const url = 'https://company.test/hook';
  expect(checked(updateWebhooks.body, { url: ` ${url}\n` }, 'body')).toEqual({ url });
  for (const wrong of ['', ' ', 5])
    expect(() => checked(updateWebhooks.body, { url: wrong }, 'body')).toThrow("'url'");
});

test.each([
  ['the language of a member', chooseLanguage.body, { language: 'fr' }, "'language'"],
  ['the language of a user', chooseUserLanguage.body, { language: 'fr' }, "'language'"],
  [
    'a choice of a member',
    finishOnboarding.body,
    { trigger: 'person', styles: { backdrops: ['beach'] } },
    "'styles.backdrops",
  ],
  ['a redelivery', redeliverFailed.body, {}, "'since'"],
  ['a redelivery', redeliverFailed.body, { since: 1 }, "'since'"],
  ['a redelivery', redeliverFailed.body, { since: '2026-03-02' }, "'since'"],
] as const)('%s is refused for its unknown or missing value: %#', (_, body, value, message) => {
  expect(() => checked<z.ZodType>(body, value, 'body')).toThrow(message);
});

test.each([
  {},
  { search: '  ' },
  { search: 'x'.repeat(201) },
  { search: 'ann', limit: '201' },
  { search: 'ann', cursor: 'ü' },
])('members are not searched by %j', (query) => {
  expect(() => checked(searchMembers.query, query, 'query')).toThrow();
});

test.each<[object, string]>([
  [{ name: '' }, "'name'"],
  [{ name: '\u200b' }, "'name'"],
  [{ website: 'javascript:alert(1)' }, "'website'"],
  [{ website: 'company.test' }, "'website'"],
  [{ description: 'x'.repeat(2001) }, "'description'"],
  [{ description: '\u0000' }, "'description'"],
  [{ uploadRetentionDays: 0 }, "'uploadRetentionDays'"],
  [{ uploadRetentionDays: 366 }, "'uploadRetentionDays'"],
  [{ uploadRetentionDays: 1.5 }, "'uploadRetentionDays'"],
  [{ uploadRetentionDays: null }, "'uploadRetentionDays'"],
  [{ whiteLabelConsent: 'yes' }, "'whiteLabelConsent'"],
  [{ styles: {} }, "'styles' is not valid: it must have 'backdrops' or 'outfits'"],
  [{ styles: { backdrops: [] } }, "'styles.backdrops'"],
  [{ styles: { outfits: [] } }, "'styles.outfits'"],
  [{ styles: { backdrops: ['office', 'beach'] } }, 'light-grey'],
  [{ styles: { outfits: ['toga'] } }, 'navy-suit'],
  [{ styles: 'office' }, "'styles'"],
  [{ branding: {} }, "'branding' is not valid: it must have 'accent', 'font' or 'logo'"],
  [{ branding: { accent: 'blue' } }, "'branding.accent' is not valid: it must be a color such as #0b5fff"],
  [{ branding: { accent: '#0b5fff80' } }, "'branding.accent'"],
  [{ branding: { accent: '#fff;}' } }, "'branding.accent'"],
  [{ branding: { font: 'Comic Sans MS' } }, 'humanist'],
  [
    { branding: { logo: 'https://partner.test/logo.png' } },
    "'branding.logo' is not valid: it must be a data URL",
  ],
  [{ branding: { logo: 'data:image/svg+xml;base64,PHN2Zy8+' } }, 'an SVG can contain scripts'],
  [{ name: 'Renamed', branding: { accent: '#0b5fff', logo: '' } }, "'branding.logo'"],
  ...[
    '*',
    'https://*',
    'https://*.test',
    'http://partner.test',
    'https://partner.test/path',
    "https://a.test 'self'",
    'https://a.test; script-src *',
    'https://a.test,https://b.test',
    'javascript:',
  ].map((origin): [object, string] => [{ frameOrigins: [origin] }, "'frameOrigins.0'"]),
  [{ frameOrigins: Array.from({ length: 21 }, (_, n) => `https://a${n}.test`) }, 'at most 20 entries'],
])('the change %j of the settings of an organization is refused', (change, message) => {
  expect(() => checked(updateSettings.body, change, 'body')).toThrow(message);
});
