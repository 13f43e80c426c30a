/** A call over HTTP, as a partner and a member make it: to the public origin, without the service's own code. */
export type Call = <Body>(method: string, path: string, body?: unknown) => Promise<Body>;

/** The longest time of one call. */
const CALL_MILLISECONDS = 20_000;

/** A step of the main job did not answer as it should. The message names the step, and no credential. */
export class MainJobFailed extends Error {
  override readonly name = 'MainJobFailed';
  /** The code of the error in the answer, if there was one. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Calls of `bearer`, an API key or a session. A call throws MainJobFailed unless it is answered with 200. */
export function callsOf(origin: string, bearer?: string): Call {
  return async <Body>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MILLISECONDS),
    });
    if (response.ok) return (await response.json()) as Body;
    const requestId = response.headers.get('x-request-id') ?? 'none';
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    throw new MainJobFailed(`${method} ${path} answered ${response.status}, request ${requestId}.`, code);
  };
}

/** Posts a file to S3 as a form in a browser does. @throws MainJobFailed when S3 refuses it. */
export async function postForm(url: string, fields: Record<string, string>, file: Blob): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file);
  const { status, ok } = await fetch(url, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(CALL_MILLISECONDS),
  });
  if (!ok) throw new MainJobFailed(`S3 answered ${status} to an upload.`);
}

/** @throws MainJobFailed unless a photo's link answers with an image. */
export async function requireImage(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(CALL_MILLISECONDS) });
  await response.arrayBuffer();
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && type.startsWith('image/')) return;
  throw new MainJobFailed(`The link of a photo answered ${response.status} ${type}.`);
}
