import type { Faces } from '../../shared/images/faces.ts';

/** The number in the embeddings of {@link fakeFaces} by which a test finds them elsewhere. */
export const MARK = 0.8414709848;

/** Faces of numbered people, by the bytes of an image; undefined shows no certain face. People are far from each other. */
export function fakeFaces(personIn: (image: Uint8Array) => number | undefined): Faces {
  return {
    embed: async (image) => {
      const person = personIn(image);
      return person === undefined
        ? undefined
        : Float32Array.from({ length: 8 }, (_, at) => (at === person ? MARK : 0));
    },
  };
}

export const noFaces = fakeFaces(() => undefined);

/** Whether a text or bytes hold a number of an embedding of {@link fakeFaces}. */
export function holdsEmbedding(written: unknown): boolean {
  const bytes =
    written instanceof Uint8Array ? Buffer.from(written) : Buffer.from(JSON.stringify(written) ?? '');
  const forms = [
    String(MARK).slice(0, 6),
    Buffer.from(Float32Array.of(MARK).buffer),
    Buffer.from(Float64Array.of(MARK).buffer),
  ];
  return forms.some((form) => bytes.includes(form));
}
