import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { WEIGHT_FILES, type WeightsName } from './files.ts';

export type Weights = (name: string) => Float32Array;

const loaded = new Map<WeightsName, Promise<Weights>>();

/** The weights of a network, read once for each process. @throws when their files are missing. */
export function weightsOf(network: WeightsName): Promise<Weights> {
  const weights = loaded.get(network) ?? readWeights(network);
  loaded.set(network, weights);
  // A process in which loading failed tries again with the next face.
  weights.catch(() => loaded.delete(network));
  return weights;
}

interface StoredWeights {
  readonly name: string;
  readonly shape: readonly number[];
  /** Absent where the values are stored as 32-bit floats. */
  readonly quantization?: { readonly scale: number; readonly min: number };
}

/** The weights are stored one after the other in the order of the manifest, most of them as bytes. */
async function readWeights(network: WeightsName): Promise<Weights> {
  const { resolve } = createRequire(import.meta.url);
  const [[manifest], bytes]: [{ weights: StoredWeights[] }[], Uint8Array] = await Promise.all([
    readFile(resolve(`${WEIGHT_FILES[network]}-weights_manifest.json`), 'utf8').then(JSON.parse),
    readFile(resolve(`${WEIGHT_FILES[network]}.bin`)).then((buffer) => Uint8Array.from(buffer)),
  ]);
  const byName = new Map<string, Float32Array>();
  let from = 0;
  for (const { name, shape, quantization } of manifest?.weights ?? []) {
    const count = shape.reduce((product, side) => product * side, 1);
    const length = quantization ? count : count * Float32Array.BYTES_PER_ELEMENT;
    const stored = bytes.slice(from, from + length);
    byName.set(
      name,
      quantization
        ? Float32Array.from(stored, (byte) => byte * quantization.scale + quantization.min)
        : new Float32Array(stored.buffer),
    );
    from += length;
  }
  return (name) => {
    const found = byName.get(name);
    if (!found)
      throw new Error(`The network of ${network} has no ${name}: check the version of its package.`);
    return found;
  };
}
