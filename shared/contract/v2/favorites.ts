import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  identifier,
  likedStatus,
  pageQuery,
  pagination,
  photoQuery,
  photoUrls,
  success,
  time,
} from '../schemas.ts';

/** What is not known of a member is an empty string here, where all fields are strings. */
const member = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  teamId: z.string(),
  teamName: z.string(),
});

export const listFavorites = endpoint({
  operation: 'v2/favorites/list-favorites',
  summary: "Every member's favorite photo, of the newest member first",
  method: 'GET',
  path: '/api/v2/organization/photos/favorites',
  auth: 'apiKey',
  query: z.object({ ...pageQuery, ...photoQuery, teamId: identifier.optional() }),
  response: z.object({
    success,
    photos: z.array(
      z.object({
        id: z.string(),
        modelId: z.string(),
        member,
        likedStatus,
        urls: photoUrls,
        expiresAt: time,
      }),
    ),
    pagination,
  }),
  errors: [],
  permissions: ['table:get-many', 'table:query', 'photo-links'],
  // As the lists of members, it walks them all.
  capacity: { memoryMB: 1024, timeoutSeconds: 29 },
});
