/**
 * Bytes as the input of a model: each divided by `divisor`, plus `offset`. `Float32Array.from` with a function reads them
 * by an iterator, which takes ten times as long.
 */
export function modelInput(bytes: Uint8Array, divisor: number, offset = 0): Float32Array {
  const input = new Float32Array(bytes.length);
  for (let i = 0; i < input.length; i++) input[i] = bytes[i]! / divisor + offset;
  return input;
}
