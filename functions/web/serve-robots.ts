import { robotsText } from '../../shared/contract/crawlers.ts';
import { serveRobots } from '../../shared/contract/web/assets.ts';
import { deployedAppUrl, deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetHandler } from '../../shared/http/asset.ts';

export const handler = assetHandler(serveRobots, robotsText(deployedAppUrl()), deployedOriginSettings);
