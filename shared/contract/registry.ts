import * as adminDeliveries from './admin/deliveries.ts';
import * as adminErasures from './admin/erasures.ts';
import * as adminJoinLink from './admin/join-link.ts';
import { createApiKey, deleteApiKey, listApiKeys } from './admin/keys.ts';
import * as adminMembers from './admin/members.ts';
import * as adminOrganization from './admin/organization.ts';
import { getOverview } from './admin/overview.ts';
import * as adminSession from './admin/session.ts';
import * as adminTrail from './admin/trail.ts';
import * as adminUsers from './admin/users.ts';
import * as adminWebhooks from './admin/webhooks.ts';
import type { Asset } from './asset.ts';
import type { Endpoint } from './endpoint.ts';
import * as memberConsent from './member/consent.ts';
import * as memberJoin from './member/join.ts';
import * as memberPhotos from './member/photos.ts';
import * as memberSession from './member/session.ts';
import { completeUpload, createUploads, deleteUpload, listOwnUploads } from './member/uploads.ts';
import type { Page } from './page.ts';
import * as providerCallbacks from './provider/callbacks.ts';
import type { Task } from './task.ts';
import * as allTasks from './tasks.ts';
import * as v1Invites from './v1/invites.ts';
import * as v1Organization from './v1/organization.ts';
import * as v1Teams from './v1/teams.ts';
import * as v2Favorites from './v2/favorites.ts';
import * as v2Invites from './v2/invites.ts';
import * as v2Members from './v2/members.ts';
import * as v2Models from './v2/models.ts';
import * as v2Organization from './v2/organization.ts';
import * as v2Photos from './v2/photos.ts';
import * as v2Teams from './v2/teams.ts';
import * as v2Whitelabel from './v2/whitelabel.ts';
import * as webAssets from './web/assets.ts';
import { getOpenApi } from './web/openapi.ts';
import * as webPages from './web/pages.ts';
import * as webService from './web/service.ts';

const declared = [
  ...Object.values(v1Organization),
  ...Object.values(v1Teams),
  ...Object.values(v2Organization),
  ...Object.values(v2Teams),
  ...Object.values(v2Members),
  ...Object.values(v2Favorites),
  ...Object.values(v2Models),
  ...Object.values(v2Invites),
  ...Object.values(v1Invites),
  ...Object.values(v2Photos),
  ...Object.values(v2Whitelabel),
  ...Object.values(memberSession),
  ...Object.values(memberConsent),
  ...Object.values(memberJoin),
  listOwnUploads,
  createUploads,
  completeUpload,
  deleteUpload,
  ...Object.values(memberPhotos),
  ...Object.values(adminSession),
  ...Object.values(adminJoinLink),
  listApiKeys,
  createApiKey,
  deleteApiKey,
  ...Object.values(adminUsers),
  ...Object.values(adminTrail),
  ...Object.values(adminErasures),
  ...Object.values(adminMembers),
  ...Object.values(adminOrganization),
  getOverview,
  ...Object.values(adminWebhooks),
  ...Object.values(adminDeliveries),
  ...Object.values(providerCallbacks),
  ...Object.values(webService),
  getOpenApi,
];

/** Every endpoint of the service, in any order. Operation names are unique. */
export const endpoints: readonly Endpoint[] = declared;

/** The type of every endpoint. */
export type Declared = (typeof declared)[number];

export const pages: readonly Page[] = Object.values(webPages);

/** Every static file of the service. */
export const assets: readonly Asset[] = Object.values(webAssets);

/** Every function that is not called over HTTP. */
export const tasks: readonly Task[] = Object.values(allTasks);
