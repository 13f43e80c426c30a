/**
 * The files of npm packages that vision reads while it runs, below node_modules. The build copies exactly these into
 * the functions that it packs; elsewhere they are in the project's own node_modules. They are WebAssembly and weights,
 * the same for every platform.
 */

/** The module of LiteRT.js without relaxed SIMD, which would compute different scores on Arm and on x86. */
export const LITERT_FILES = {
  loader: '@litertjs/core/wasm/litert_wasm_compat_internal.js',
  module: '@litertjs/core/wasm/litert_wasm_compat_internal.wasm',
} as const;

export const MODEL_FILES = {
  /** BlazeFace, full range: faces from about 3 % to 70 % of the longer side of an image. */
  faces: '@mediapipe/face_detection/face_detection_full_range_sparse.tflite',
  /** The person in an image of 256 × 256 pixels. */
  person: '@mediapipe/selfie_segmentation/selfie_segmentation.tflite',
} as const;

/** The weights of networks that are written out here, each a manifest and its values. */
export const WEIGHT_FILES = {
  /** Compares faces. */
  recognition: '@vladmandic/face-api/model/face_recognition_model',
  /** The likelihoods of seven expressions. */
  expression: '@vladmandic/face-api/model/face_expression_model',
} as const;

export type WeightsName = keyof typeof WEIGHT_FILES;
export type ModelName = keyof typeof MODEL_FILES;

export const VISION_FILES: readonly string[] = [
  ...Object.values(LITERT_FILES),
  ...Object.values(MODEL_FILES),
  ...Object.values(WEIGHT_FILES).flatMap((path) => [`${path}-weights_manifest.json`, `${path}.bin`]),
];
