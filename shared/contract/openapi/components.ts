import * as z from 'zod';
import {
  errorBody,
  include,
  likedStatus,
  listedPhoto,
  modelRecord,
  modelStatus,
  optionalPageQuery,
  organization,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  pageQuery,
  pagination,
  photo,
  photoStatus,
  photoUrls,
  team,
  trigger,
} from '../schemas.ts';
import { webhookModel } from './webhook-model.ts';

interface Naming extends Record<string, unknown> {
  id?: string;
  description?: string;
  examples?: unknown[];
}

/** Shapes that have a name in the document, and what JSON Schema cannot read from zod by itself. */
export const naming = z.registry<Naming>();

const NAMED: readonly (readonly [schema: z.ZodType, id: string, description: string, example?: unknown])[] = [
  [organization, 'Organization', 'The organization an API key belongs to.'],
  [team, 'Team', 'A group of members. Its name is unique in the organization.'],
  [modelRecord, 'Model', 'What is trained on the photos of one member, and makes the headshots.'],
  [
    modelStatus,
    'ModelStatus',
    'onboarding: the member is adding photos. waiting: queued. pending: in training. generatingHeadshots: photos are being made. active: the photos are ready. failed: restarts by itself. deleted: removed for good.',
    'active',
  ],
  [trigger, 'Trigger', 'The gender the headshots are made for; person until one is chosen.', 'female'],
  [photo, 'Photo', 'A headshot of a model, with links that live 24 hours.'],
  [listedPhoto, 'ListedPhoto', "A headshot as a model's list shows it."],
  [photoUrls, 'PhotoUrls', 'Signed links. thumbnail and original come with include=all only.'],
  [photoStatus, 'PhotoStatus', 'deleted: the member has put the photo away.'],
  [likedStatus, 'LikedStatus', 'What the member thinks of the photo.', 'loved'],
  [include, 'Include', 'main: one link for each photo. all: thumbnail and original as well.'],
  [pagination, 'Pagination', 'Where a page lies in the whole list.'],
  [errorBody, 'Error', 'What every refusal looks like. Decide by code; error is for people.'],
  [webhookModel, 'WebhookModel', 'A model as webhooks show it.'],
];

for (const [schema, id, description, example] of NAMED) {
  naming.add(schema, { id, description, ...(example !== undefined && { examples: [example] }) });
}

// A query carries text; what the text has to be is a whole number.
const LIMIT = { type: 'integer', minimum: 1, maximum: PAGE_LIMIT_MAX };
const OFFSET = { type: 'integer', minimum: 0 };
naming.add(pageQuery.limit, { ...LIMIT, default: PAGE_LIMIT_DEFAULT });
naming.add(pageQuery.offset, { ...OFFSET, default: 0 });
naming.add(optionalPageQuery.limit, LIMIT);
naming.add(optionalPageQuery.offset, OFFSET);
