import reference from 'openapi:reference';
import { serveReference } from '../../shared/contract/web/assets.ts';
import { deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetHandler } from '../../shared/http/asset.ts';

export const handler = assetHandler(serveReference, reference, deployedOriginSettings);
