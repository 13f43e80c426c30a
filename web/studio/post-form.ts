import { ApiError } from '../service/api.ts';

/**
 * A presigned POST, with which the browser uploads a file directly to S3. It accepts only the announced file.
 */
export interface Form {
  url: string;
  fields: Record<string, string>;
}

/** The code of the error for a file that S3 rejects. */
export const STORAGE_REFUSED = 'STORAGE_REFUSED';

/**
 * Posts a file with XMLHttpRequest, because `fetch` does not report upload progress.
 * @param sent Called with the fraction that has been sent, from 0 to 1.
 * @throws ApiError when S3 rejects the file or the connection breaks.
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
    const interrupted = () => reject(new ApiError('OFFLINE'));
    request.upload.addEventListener('progress', ({ loaded, total }) => sent(loaded / total));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new ApiError(STORAGE_REFUSED, 'The photo could not be stored. Try again.'));
    });
    request.addEventListener('error', interrupted);
    request.addEventListener('abort', interrupted);
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', url);
    request.send(body);
  });
}
