import image from 'image:share';
import { serveShareImage } from '../../shared/contract/web/assets.ts';
import { deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetHandler } from '../../shared/http/asset.ts';

export const handler = assetHandler(serveShareImage, image, deployedOriginSettings);
