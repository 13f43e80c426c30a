import { jpegOf } from '../heic/jpeg.ts';
import type { ConversionRequest, ConversionResult } from '../heic/protocol.ts';
import { ApiError } from '../service/api.ts';

/** The addresses of the decoder, which only browsers without one of their own load. */
export interface DecoderAddresses {
  worker: string;
  library: string;
  module: string;
}

/** Converts HEIC photos to JPEG, one at a time. */
export class HeicConverter {
  readonly #addresses: DecoderAddresses;
  #worker: Worker | undefined;

  constructor(addresses: DecoderAddresses) {
    this.#addresses = addresses;
  }

  /**
   * @returns the JPEG, or undefined when the file cannot be decoded
   * @throws ApiError OFFLINE when the decoder cannot be loaded.
   */
  async convert(file: File): Promise<File | undefined> {
    const jpeg = (await ownDecoder(file)) ?? (await this.#inWorker(file));
    return jpeg && new File([jpeg], file.name.replace(/\.\w+$/, '.jpg'), { type: jpeg.type });
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #inWorker(file: File): Promise<Blob | undefined> {
    const { library, module, worker: address } = this.#addresses;
    this.#worker ??= new Worker(trustedAddress(address));
    const bytes = await file.arrayBuffer();
    const result = await answerOf(this.#worker, { bytes, library, module });
    if (result && 'jpeg' in result) return result.jpeg;
    // A decoder that has failed may have kept its memory.
    this.close();
    if (!result || result.isOffline) throw new ApiError('OFFLINE');
    console.info(result.failure);
    return undefined;
  }
}

/** Safari decodes HEIC by itself. */
async function ownDecoder(file: File): Promise<Blob | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  try {
    return await jpegOf(image);
  } finally {
    image.close();
  }
}

/** The answer of the worker, or undefined when it could not be loaded. */
function answerOf(worker: Worker, request: ConversionRequest): Promise<ConversionResult | undefined> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ConversionResult>) => resolve(data);
    worker.onerror = () => resolve(undefined);
    worker.postMessage(request, [request.bytes]);
  });
}

/** The part of Trusted Types that is used here. TypeScript's library does not have it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): {
    createScriptURL(address: string): string;
  };
}
declare const trustedTypes: TrustedTypes | undefined;

/** The policy that the page's Content-Security-Policy allows. It lets the page start scripts of its own origin only. */
const policy =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy('decoder', {
        createScriptURL: (address) => {
          if (/^\/assets\//.test(address)) return address;
          throw new TypeError(`${address} is no asset of the service.`);
        },
      });

function trustedAddress(address: string): string {
  return policy?.createScriptURL(address) ?? address;
}
