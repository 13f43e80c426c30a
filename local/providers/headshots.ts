import { drawTestImage } from '../../shared/providers/development/test-image.ts';

/** An image that a stand-in returns for a prompt. The same seed gives the same image. */
export async function drawHeadshot(_prompt: string, seed: number): Promise<Uint8Array> {
  return drawTestImage(seed);
}
