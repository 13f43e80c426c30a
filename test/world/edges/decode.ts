export function openImage(): never {
  throw new Error('No image is decoded in the world.');
}
