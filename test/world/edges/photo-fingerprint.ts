/** Images are numbers in the world. */
export async function fingerprintOf(image: Uint8Array): Promise<string> {
  return Buffer.from(image).toString();
}

export function isSameImage(one: string, other: string): boolean {
  return one === other;
}
