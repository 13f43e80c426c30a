import scripts from 'scripts:admin';
import { serveAdminScript } from '../../shared/contract/web/assets.ts';
import { deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetsHandler } from '../../shared/http/asset.ts';

export const handler = assetsHandler(serveAdminScript, scripts, deployedOriginSettings);
