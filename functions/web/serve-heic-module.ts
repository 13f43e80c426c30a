import module from 'bytes:libheif-js/libheif-wasm/libheif.wasm';
import { serveHeicModule } from '../../shared/contract/web/assets.ts';
import { deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetHandler } from '../../shared/http/asset.ts';

export const handler = assetHandler(serveHeicModule, module, deployedOriginSettings);
