import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import { colourSpaceOf } from './colour-space.ts';
import { jpegOf } from './jpeg.ts';
import { type ConversionRequest, type ConversionResult, fitted } from './protocol.ts';

/**
 * The worker that converts HEIC to JPEG. The decoder libheif is loaded as the separate file that its licence, the LGPL,
 * asks for: another build can take its place.
 */
declare const libheif: (options: { wasmBinary: ArrayBuffer }) => MainModule;
declare function importScripts(address: string): void;

/** The part of a worker's global scope that is used here. */
declare const self: {
  onmessage: ((event: MessageEvent<ConversionRequest>) => void) | null;
  postMessage(result: ConversionResult): void;
};

class DecoderNotLoaded extends Error {}

let loading: Promise<MainModule> | undefined;

self.onmessage = async ({ data }) => self.postMessage(await converted(data));

async function converted(request: ConversionRequest): Promise<ConversionResult> {
  try {
    loading ??= load(request);
    return { jpeg: await convert(await loading, new Uint8Array(request.bytes)) };
  } catch (error) {
    const isOffline = error instanceof DecoderNotLoaded;
    if (isOffline) loading = undefined;
    return { failure: String(error), isOffline };
  }
}

async function load({ library, module }: ConversionRequest): Promise<MainModule> {
  try {
    const response = await fetch(module);
    if (!response.ok) throw new Error(`The decoder was answered with ${response.status}.`);
    const wasmBinary = await response.arrayBuffer();
    importScripts(library);
    return libheif({ wasmBinary });
  } catch (error) {
    throw new DecoderNotLoaded(String(error));
  }
}

async function convert(heif: MainModule, bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  const { data, width, height } = decode(heif, bytes);
  const image = new ImageData(data, width, height, { colorSpace: colourSpaceOf(bytes) });
  const size = fitted(width, height);
  const bitmap = await createImageBitmap(image, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'high',
  });
  try {
    return await jpegOf(bitmap);
  } finally {
    bitmap.close();
  }
}

interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** The pixels of the primary image, upright. @throws when libheif cannot decode the file. */
function decode(heif: MainModule, bytes: Uint8Array): Pixels {
  const context = heif.heif_context_alloc();
  try {
    const { code, message } = heif.heif_context_read_from_memory(context, bytes);
    if (code !== heif.heif_error_code.heif_error_Ok) throw new Error(`libheif: ${message}`);
    const handle = heif.heif_js_context_get_primary_image_handle(context);
    if (!handle || handle.code) throw new Error('libheif: the file has no primary image.');
    try {
      return pixelsOf(heif, handle);
    } finally {
      heif.heif_image_handle_release(handle);
    }
  } finally {
    heif.heif_context_free(context);
  }
}

function pixelsOf(heif: MainModule, handle: Parameters<MainModule['heif_js_decode_image2']>[0]): Pixels {
  const decoded = heif.heif_js_decode_image2(
    handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGBA,
  );
  if (!decoded || decoded.code) throw new Error('libheif: the image cannot be decoded.');
  try {
    for (const { id, width, height, stride, data } of decoded.channels) {
      if (id !== heif.heif_channel.heif_channel_interleaved) continue;
      const rows = new Uint8ClampedArray(width * height * 4);
      for (let row = 0; row < height; row++) {
        rows.set(data.subarray(row * stride, row * stride + width * 4), row * width * 4);
      }
      return { data: rows, width, height };
    }
    throw new Error('libheif: the image has no pixels.');
  } finally {
    heif.heif_image_release(decoded.image);
  }
}
