import script from 'script:embed';
import { serveEmbed } from '../../shared/contract/web/assets.ts';
import { deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetHandler } from '../../shared/http/asset.ts';

export const handler = assetHandler(serveEmbed, script, deployedOriginSettings);
