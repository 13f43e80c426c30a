import * as z from 'zod';
import { branding, brandingChange } from '../branding.ts';
import { distinct } from '../distinct.ts';
import { emailAddress } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { described, language, success } from '../fields.ts';
import { organization, organizationName } from '../organization.ts';
import { SAMPLE } from '../samples.ts';
import { madeBy } from '../schemas.ts';
import { BACKDROPS, entriesOf, OUTFITS, styleChoice } from '../style-choice.ts';
import { BACKDROP_NAMES, FRAMING_NAMES, OUTFIT_NAMES } from '../styles.ts';

/** The settings of an organization that its owner may change. The webhook settings have endpoints of their own. */

const WEBSITE = {
  description: 'The website of the organization, an http or https URL; empty without one.',
  examples: [SAMPLE.website],
};
const DESCRIPTION = {
  description: 'The description of the organization, which v1 shows; empty without one.',
  examples: ['Headshots for everyone at Example.'],
};
const FRAME_ORIGINS = {
  description:
    'The origins whose pages may show the page of a signedUrl in a frame: https origins, with *. for all subdomains, or http on localhost. null: any page. An empty list: only the admin area.',
  examples: [['https://app.example.com', 'https://*.example.com']],
};

const RETENTION = {
  description:
    'The days for which uploads are kept after the headshots are ready, 1 to 365. A change applies to models whose headshots become ready later, and a longer time only to people who agree to it.',
  examples: [30],
};
const WHITE_LABEL_CONSENT = {
  description:
    'Whether the people of signedUrls agree to the consent text here before uploading. false: the organization has proof of their consent itself. Invited members always agree here.',
  examples: [false],
};

const LANGUAGE = {
  description:
    'The language of invites and invitations, and of mails to members and users who have not chosen a language on a page. A change applies to mails that are sent later.',
};

const REPLY_TO = {
  description:
    'The address that gets answers to mails to members and invited people, which name it; null for none. A change applies to mails that are sent later.',
  examples: ['people@example.com'],
};

const PHOTOS_BY = {
  description:
    'The day by which invites and pages ask people to send their photos, such as 2026-12-31; null for none. Nothing ends on it. A change applies to mails that are sent later.',
  examples: ['2026-12-31'],
};

const REMIND_EVERY_DAYS = {
  description:
    'The days after which an unused invite is mailed again, and a member who has signed up is reminded of missing photos, 1 to 14, on working days at about 15 h UTC. There are two reminders of each at most; a mail that a user asks for counts as one. People end reminders by a link in the mail. null: never.',
  examples: [3],
};

const STYLES = {
  description:
    'The backdrops and outfits in which photos are made, by their names in the style catalogue. A list that is left out stands for all. null: the whole catalogue. A change applies to photos that are planned later, which is when a model changes to generatingHeadshots.',
  examples: [{ backdrops: ['light-grey', 'office'] }],
};

const BRANDING = {
  description:
    "The look of the organization's pages, and of mails to its people. A field of it that is left out stays as it is. null: the look of the service.",
};

const WEBSITE_MAX_LENGTH = 2048;
const DESCRIPTION_MAX_LENGTH = 2000;
/** All origins are sent in one response header. */
const FRAME_ORIGINS_MAX = 20;
const ORIGIN_MAX_LENGTH = 200;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const PORT = '(?::\\d{1,5})?';
/** An origin as Content-Security-Policy takes it. A wildcard stands for subdomains of a domain with a dot. */
const ORIGIN = new RegExp(
  `^(?:https://(?:\\*\\.)?${LABEL}(?:\\.${LABEL})+${PORT}|http://(?:localhost|127\\.0\\.0\\.1)${PORT})$`,
);

const frameOrigin = z
  .string()
  .trim()
  .toLowerCase()
  .max(ORIGIN_MAX_LENGTH)
  .regex(ORIGIN, { error: 'it must be an origin such as https://app.example.com, without a path' });

const website = z
  .string()
  .trim()
  .max(WEBSITE_MAX_LENGTH)
  .refine((text) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)), {
    error: 'it must be an http or https URL, or empty',
  });

const description = z
  .string()
  .trim()
  .max(DESCRIPTION_MAX_LENGTH)
  .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), { error: 'it must be text without control characters' });

const styles = styleChoice.refine(
  ({ backdrops, outfits }) => backdrops !== undefined || outfits !== undefined,
  {
    error: "it must have 'backdrops' or 'outfits', or be null for the whole catalogue",
  },
);

const settings = z
  .object({
    name: organization.shape.name,
    website: z.string().meta(WEBSITE),
    description: z.string().meta(DESCRIPTION),
    frameOrigins: z.array(z.string()).nullable().meta(FRAME_ORIGINS),
    uploadRetentionDays: z.int().meta(RETENTION),
    whiteLabelConsent: z.boolean().meta(WHITE_LABEL_CONSENT),
    language: language.meta(LANGUAGE),
    replyTo: z.string().nullable().meta(REPLY_TO),
    photosBy: z.string().nullable().meta(PHOTOS_BY),
    remindEveryDays: z.int().nullable().meta(REMIND_EVERY_DAYS),
    styles: z
      .object({
        backdrops: z.array(z.string()).meta(BACKDROPS).optional(),
        outfits: z.array(z.string()).meta(OUTFITS).optional(),
      })
      .nullable()
      .meta(STYLES),
    branding: branding.meta(BRANDING),
  })
  .meta({ id: 'OrganizationSettings', description: 'The settings of the organization.' });

const answer = z.object({ success, settings });

export const getSettings = endpoint({
  operation: 'admin/organization/get-settings',
  summary:
    'The settings of the organization: name, website, description, who may frame its pages, retention, consent, styles and the look of its pages',
  method: 'GET',
  path: '/api/admin/organization',
  auth: 'userSession',
  role: 'viewer',
  response: answer,
  permissions: ['table:get'],
});

export const updateSettings = endpoint({
  operation: 'admin/organization/update-settings',
  summary: 'Changes settings of the organization; a field that is left out stays as it is',
  method: 'PUT',
  path: '/api/admin/organization',
  auth: 'userSession',
  role: 'owner',
  body: z
    .object({
      name: organizationName.optional(),
      website: website.meta(WEBSITE).optional(),
      description: description.meta(DESCRIPTION).optional(),
      frameOrigins: z
        .array(frameOrigin)
        .max(FRAME_ORIGINS_MAX)
        .transform(distinct)
        .nullable()
        .meta(FRAME_ORIGINS)
        .optional(),
      uploadRetentionDays: z.int().min(1).max(365).meta(RETENTION).optional(),
      whiteLabelConsent: z.boolean().meta(WHITE_LABEL_CONSENT).optional(),
      language: language.meta(LANGUAGE).optional(),
      replyTo: emailAddress.nullable().meta(REPLY_TO).optional(),
      photosBy: z.iso.date().nullable().meta(PHOTOS_BY).optional(),
      remindEveryDays: z.int().min(1).max(14).nullable().meta(REMIND_EVERY_DAYS).optional(),
      styles: styles.nullable().meta(STYLES).optional(),
      branding: brandingChange.nullable().meta(BRANDING).optional(),
    })
    .meta({ examples: [{ frameOrigins: ['https://app.example.com'] }] }),
  response: answer,
  permissions: ['table:get', 'table:update', 'trail:append'],
  // A new logo is decoded.
  capacity: { images: true },
});

export const getStyles = endpoint({
  operation: 'admin/organization/get-styles',
  summary: 'The style catalogue: every backdrop, outfit and framing in which photos are made',
  method: 'GET',
  path: '/api/admin/styles',
  auth: 'userSession',
  role: 'viewer',
  response: z.object({
    success,
    version: described(z.int(), 'The version of the catalogue.', 1),
    backdrops: described(entriesOf(BACKDROP_NAMES, 'Light grey'), 'The backgrounds behind the person.'),
    outfits: described(
      entriesOf(OUTFIT_NAMES, 'Navy suit'),
      'The clothes of the person. The provider studio shows those of the upload.',
    ),
    framings: described(
      entriesOf(FRAMING_NAMES, 'Head and shoulders'),
      'Every photo has one of them; they cannot be narrowed.',
    ),
    madeBy,
  }),
  permissions: [],
});
