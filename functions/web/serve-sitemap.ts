import { sitemapText } from '../../shared/contract/crawlers.ts';
import { serveSitemap } from '../../shared/contract/web/assets.ts';
import { deployedAppUrl, deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetHandler } from '../../shared/http/asset.ts';

export const handler = assetHandler(serveSitemap, sitemapText(deployedAppUrl()), deployedOriginSettings);
