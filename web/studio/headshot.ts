import type { listOwnPhotos } from '../../shared/contract/member/photos.ts';
import type { Answer } from '../service/api.ts';

/** A finished headshot, as listed by GET /api/member/photos. */
export type Headshot = Answer<typeof listOwnPhotos>['photos'][number];
