/**
 * The messages between the page of a partner and the studio in its frame. Partners load embed.js from one address, and
 * the studio is newer or older than a cached copy of it, so a version stays compatible: messages and fields are only
 * added, and each side ignores those that it does not know.
 */
export const PROTOCOL_VERSION = 1;

/** The details of each event. docs/embedding.md describes them for partners. */
export interface StudioEvents {
  /** The studio is shown. `status` is that of the model, `onboarding` before uploads are submitted. */
  ready: { modelId: string | null; status: string };
  /** A photo was accepted; `uploads` counts the accepted ones of the member. */
  uploaded: { uploadId: string; uploads: number };
  /** The member has submitted the uploads, and the model waits for its turn. */
  submitted: { modelId: string };
  /** The headshots are ready, also when they were when the studio was opened. */
  finished: { modelId: string };
  /** The member has chosen a favorite, or none any more. */
  favorite: { modelId: string; photoId: string | null };
  /** The signedUrl or the session has expired: the element needs a new `src`. */
  expired: Record<string, never>;
}

export type StudioEvent = keyof StudioEvents;

/** The first message, from the page to the studio. The studio answers its origin from then on. */
export interface Hello {
  headshots: typeof PROTOCOL_VERSION;
  type: 'hello';
}

/** Whether data of a message event belongs to this version of the protocol. */
export function isOurs(data: unknown): data is { type: unknown; detail?: unknown } {
  return (
    typeof data === 'object' && data !== null && 'headshots' in data && data.headshots === PROTOCOL_VERSION
  );
}
