import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../../shared/contract/call.ts';
import { type Api, connectApi } from './api.ts';

/** The requests of a member's browser after it has opened a signedUrl. */

export interface PhotoFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

export type UploadResult = Answer<'POST /api/member/uploads/{uploadId}/complete'>['upload'];
type UploadForm = Answer<'POST /api/member/uploads'>['uploads'][number];

/** Exchanges the token of a signedUrl for a session. */
export async function openSignedUrl(baseUrl: string, signedUrl: string): Promise<Api> {
  const token = new URL(signedUrl).searchParams.get('token') ?? '';
  const { session } = await connectApi(baseUrl).ask('POST /api/member/session', { body: { token } });
  return connectApi(baseUrl, session);
}

/** Agrees to the current text, as the checkbox before the first upload does. */
export async function agreeToConsent(member: Api): Promise<void> {
  const { version, language } = (await member.ask('GET /api/member/consent')).consent;
  await member.ask('POST /api/member/consent', { body: { version, language } });
}

/** Announces files. @returns the forms to post them with, in the same order */
export async function announceFiles(member: Api, files: readonly PhotoFile[]): Promise<UploadForm[]> {
  const body = { files: files.map(({ name, type, bytes }) => ({ name, type, size: bytes.length })) };
  return (await member.ask('POST /api/member/uploads', { body })).uploads;
}

/** Posts a file to S3 as a form in a browser does. */
export async function postFile(form: UploadForm, file: PhotoFile): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
  body.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  return fetch(form.url, { method: 'POST', body });
}

/** Uploads one file and has it judged. @throws when S3 or the service rejects a request */
export async function uploadPhoto(member: Api, file: PhotoFile): Promise<UploadResult> {
  const [form] = await announceFiles(member, [file]);
  if (!form) throw new Error('The service issued no form.');
  const posted = await postFile(form, file);
  if (!posted.ok) throw new Error(`S3 refused ${file.name}: ${posted.status} ${await posted.text()}`);
  return completeUpload(member, form.id);
}

/** Has a posted file judged. Retries while the service answers 429, since it judges several files of the member. */
async function completeUpload(member: Api, id: string): Promise<UploadResult> {
  const path = `/api/member/uploads/${id}/complete`;
  for (;;) {
    const { status, headers, body } = await member.call('POST', path, {});
    if (status === 200) return body.upload as UploadResult;
    const isBusy = status === 429 && String(body.error).includes('are being checked');
    if (!isBusy) throw new Error(`POST ${path} answered ${status} ${body.code}: ${body.error}`);
    await pause(Number(headers.get('retry-after')) * 1000);
  }
}
