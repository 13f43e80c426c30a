import { ApiError } from '../shared/api.ts';

/** A presigned form: the file goes straight to S3, and nothing but the file it was issued for. */
export interface Form {
  url: string;
  fields: Record<string, string>;
}

/**
 * Posts a file. Not by `fetch`, which does not tell how much has been sent.
 * @param sent is told the fraction, 0 to 1
 * @throws ApiError when S3 takes it not, or the connection breaks
 */
export function postForm(
  { url, fields }: Form,
  file: File,
  signal: AbortSignal,
  sent: (fraction: number) => void,
): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const interrupted = () =>
      reject(new ApiError('OFFLINE', 'The connection broke before the photo arrived.'));
    request.upload.addEventListener('progress', ({ loaded, total }) => sent(loaded / total));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new ApiError('REFUSED', 'The photo could not be stored. Please try it again.'));
    });
    request.addEventListener('error', interrupted);
    request.addEventListener('abort', interrupted);
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', url);
    request.send(body);
  });
}
