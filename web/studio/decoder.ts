import library from 'digest:bytes:libheif-js/libheif-wasm/libheif.js';
import module from 'digest:bytes:libheif-js/libheif-wasm/libheif.wasm';
import worker from 'digest:script:heic';
import { assetPath } from '../../shared/contract/asset.ts';
import { serveHeicLibrary, serveHeicModule, serveHeicWorker } from '../../shared/contract/web/assets.ts';
import type { DecoderAddresses } from './heic.ts';

/** The addresses of the decoder of HEIC photos, in this release. */
export const DECODER: DecoderAddresses = {
  worker: assetPath(serveHeicWorker, worker),
  library: assetPath(serveHeicLibrary, library),
  module: assetPath(serveHeicModule, module),
};
