import library from 'bytes:libheif-js/libheif-wasm/libheif.js';
import { serveHeicLibrary } from '../../shared/contract/web/assets.ts';
import { deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetHandler } from '../../shared/http/asset.ts';

export const handler = assetHandler(serveHeicLibrary, library, deployedOriginSettings);
