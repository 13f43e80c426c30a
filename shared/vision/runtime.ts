import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import { type CompiledModel, loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import { LITERT_FILES, MODEL_FILES, type ModelName } from './files.ts';

const require = createRequire(import.meta.url);

/** A network with one input and one or several outputs, all of 32-bit floats. */
export class VisionModel {
  /** The dimensions of the input, for an image 1, height, width and 3. */
  readonly inputShape: readonly number[];
  readonly #model: CompiledModel;

  constructor(model: CompiledModel) {
    const [input] = model.getInputDetails();
    if (!input) throw new Error('The model has no input: it cannot be run.');
    // A typed array from WebAssembly, which has to be copied.
    this.inputShape = Array.from(input.shape);
    this.#model = model;
  }

  /** @returns the model's outputs, in its own order. */
  async run(input: Float32Array): Promise<Float32Array[]> {
    const tensor = new Tensor(input, [...this.inputShape]);
    try {
      const outputs = await this.#model.run(tensor);
      try {
        return outputs.map((output) => new Float32Array(output.toTypedArray()));
      } finally {
        for (const output of outputs) output.delete();
      }
    } finally {
      tensor.delete();
    }
  }
}

let runtime: Promise<unknown> | undefined;
const models = new Map<ModelName, Promise<VisionModel>>();

/**
 * Loads a model, once in a process. The first one also loads the runtime; both take about 0.3 s and 100 MB.
 * @throws when a file of the packages is missing, or damaged.
 */
export function loadModel(name: ModelName): Promise<VisionModel> {
  const loaded = models.get(name) ?? compile(name);
  models.set(name, loaded);
  // A process in which loading failed, for lack of memory or files, tries again with the next image.
  loaded.catch(() => models.delete(name));
  return loaded;
}

async function compile(name: ModelName): Promise<VisionModel> {
  runtime ??= loadRuntime().catch((error: unknown) => {
    runtime = undefined;
    throw error;
  });
  await runtime;
  const weights = await readFile(require.resolve(MODEL_FILES[name]));
  return new VisionModel(await loadAndCompile(new Uint8Array(weights), { accelerator: 'wasm' }));
}

/**
 * LiteRT.js is made for browsers: it fetches the loader of its WebAssembly by `importScripts`, expects it in `self`, and
 * warns that there is no GPU. The loader itself is made for Node as well. Only while it loads do both names exist, by
 * which libraries recognise a browser.
 */
async function loadRuntime(): Promise<void> {
  const file = require.resolve(LITERT_FILES.loader);
  const module = { exports: {} };
  compileFunction(await readFile(file, 'utf8'), ['module', 'exports', 'require', '__dirname'], {
    filename: file,
  })(module, module.exports, require, dirname(file));
  const { warn } = console;
  const ignore = () => undefined;
  console.warn = ignore;
  Object.assign(globalThis, {
    self: { ModuleFactory: module.exports, Module: { print: ignore, printErr: ignore } },
    importScripts: ignore,
  });
  try {
    await loadLiteRt(file);
  } finally {
    console.warn = warn;
    for (const name of ['self', 'importScripts']) Reflect.deleteProperty(globalThis, name);
  }
}
