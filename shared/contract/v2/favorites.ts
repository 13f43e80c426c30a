import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { described, email, memberId, modelId, success, teamIdentifier } from '../fields.ts';
import { likedStatus, linksExpireAt, photoId, photoQuery, photoUrls } from '../photo.ts';
import { SAMPLE } from '../samples.ts';
import { pageQuery, pagination } from '../schemas.ts';

/** In this list every field of a member is a string, which is empty where other answers have null. */
const member = z.object({
  id: memberId,
  email,
  name: described(z.string(), 'The name of the member; empty until it is known.', SAMPLE.name),
  teamId: described(z.string(), 'The id of the team; empty without a team.', SAMPLE.teamId),
  teamName: described(z.string(), 'The name of the team; empty without a team.', SAMPLE.team),
});

const favorite = z.object({
  id: photoId,
  modelId,
  member: described(member, 'The member; a field without a value is an empty string.'),
  likedStatus,
  urls: photoUrls,
  expiresAt: linksExpireAt,
});

export const listFavorites = endpoint({
  operation: 'v2/favorites/list-favorites',
  summary: 'The favorite photos of all members, newest member first: by the id of the member, descending',
  method: 'GET',
  path: '/api/v2/organization/photos/favorites',
  auth: 'apiKey',
  role: 'viewer',
  query: z.object({
    ...pageQuery,
    ...photoQuery,
    likedStatus: likedStatus.optional(),
    teamId: teamIdentifier.optional(),
  }),
  response: z.object({
    success,
    photos: described(z.array(favorite), 'One photo for each member who has a favorite.'),
    pagination,
  }),
  permissions: ['table:get-many', 'table:query', 'photo-links'],
  // Reads all members, like the lists of members.
  capacity: { memoryMB: 1024, timeoutSeconds: 29 },
});
