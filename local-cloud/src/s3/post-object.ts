import type { ServerResponse } from 'node:http';
import type { Authority } from './authenticate.ts';
import { type Engine, objectPath } from './engine.ts';
import { escapeXml, notImplemented } from './failure.ts';
import { invalidArgument, readUploadForm } from './form.ts';
import { acceptUpload, boundedFile } from './post-policy.ts';
import { refuseDotSegments, type S3Request } from './request.ts';
import { storedHeaders } from './stored-headers.ts';

interface PostExchange {
  request: S3Request;
  body: AsyncIterable<Buffer>;
  response: ServerResponse;
  engine: Engine;
  authority: Authority;
}

/** Handles an upload by form: checks it against its policy, then hands the file to the engine as a PUT. */
export async function acceptPost({
  request,
  body,
  response,
  engine,
  authority,
}: PostExchange): Promise<void> {
  const { bucket, headers } = request;
  const form = await readUploadForm(body, headers.get('content-type') ?? '');
  const template = form.fields.get('key');
  if (template === undefined) throw invalidArgument("Bucket POST must contain a field named 'key'.");
  const key = template.replace(/\$\{filename\}/g, () => form.filename);
  refuseDotSegments(key);
  const fields = new Map(form.fields).set('key', key);

  const accepted = acceptUpload(fields, bucket, authority);
  accepted.principal.authorize?.('s3:PutObject', bucket, key, accepted.authentication);
  if (fields.has('success_action_redirect')) throw notImplemented('success_action_redirect');

  const etag = await engine.put(
    objectPath(bucket, key),
    storedHeaders(fields),
    boundedFile(form.content, accepted),
    {},
  );
  const location = `http://${headers.get('host')}${request.path.replace(/\/$/, '')}${objectPath('', key).slice(1)}`;
  respond(response, fields.get('success_action_status'), {
    Location: location,
    Bucket: bucket,
    Key: key,
    ETag: etag,
  });
}

/** Answers 204, or the form's success_action_status: 200, or 201 with a document that names the object. */
function respond(
  response: ServerResponse,
  wanted: string | undefined,
  result: Readonly<Record<'Location' | 'Bucket' | 'Key' | 'ETag', string>>,
): void {
  response.setHeader('ETag', result.ETag);
  response.setHeader('Location', result.Location);
  if (wanted !== '201') {
    response.writeHead(wanted === '200' ? 200 : 204).end();
    return;
  }
  const xml = Object.entries(result).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  response.writeHead(201, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse>${xml.join('')}</PostResponse>`);
}
