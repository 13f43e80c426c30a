import type { listOwnPhotos } from '../../shared/contract/member/photos.ts';
import type { Answer } from '../shared/api.ts';

/** A finished headshot as the member's photo list gives it. */
export type Headshot = Answer<typeof listOwnPhotos>['photos'][number];
