import script from 'script:heic';
import { serveHeicWorker } from '../../shared/contract/web/assets.ts';
import { deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetHandler } from '../../shared/http/asset.ts';

export const handler = assetHandler(serveHeicWorker, script, deployedOriginSettings);
