import { ByteReader } from './byte-reader.ts';
import { S3Failure } from './failure.ts';

export interface UploadForm {
  /** The fields before the file, names in lower case. */
  fields: ReadonlyMap<string, string>;
  filename: string;
  /** To be read to its end; throws `S3Failure` when the form ends inside the file. */
  content: AsyncIterable<Buffer>;
}

const LONGEST_FORM_BYTES = 20 * 1024;

/**
 * Reads a browser's multipart/form-data up to its file, RFC 7578. As in S3 the file is the last field that counts:
 * later fields are ignored, and the fields before it are limited to 20 KB.
 */
export async function readUploadForm(
  source: AsyncIterable<Buffer>,
  contentType: string,
): Promise<UploadForm> {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) throw malformed();
  const delimiter = `\r\n--${name}`;
  // A line break is prepended, so that the first boundary reads like all the others.
  const reader = new ByteReader(source, malformed, Buffer.from('\r\n'));
  let allowance = LONGEST_FORM_BYTES;
  const readUntil = async (end: string) => {
    const piece = await reader.readUntil(end, allowance);
    allowance -= piece.length;
    return piece.toString('utf8');
  };

  const fields = new Map<string, string>();
  await readUntil(delimiter);
  for (;;) {
    // A boundary is followed by a line break, or by `--` after the last part.
    if ((await readUntil('\r\n')) !== '') {
      throw invalidArgument('POST requires exactly one file upload per request.');
    }
    const disposition = parseDisposition(await readUntil('\r\n\r\n'));
    if (disposition.name === 'file') {
      return { fields, filename: disposition.filename, content: reader.streamUntil(delimiter) };
    }
    if (fields.has(disposition.name)) {
      throw invalidArgument(`POST requires exactly one field named '${disposition.name}'.`);
    }
    fields.set(disposition.name, await readUntil(delimiter));
  }
}

function parseDisposition(partHeaders: string): { name: string; filename: string } {
  const line =
    partHeaders.split('\r\n').find((each) => /^content-disposition:\s*form-data/i.test(each)) ?? '';
  const name = /[;\s]name="([^"]*)"/i.exec(line)?.[1];
  if (name === undefined) throw malformed();
  const path = /[;\s]filename="([^"]*)"/i.exec(line)?.[1] ?? '';
  // Some browsers send a whole path as the file name.
  return { name: name.toLowerCase(), filename: path.replace(/^.*[/\\]/, '') };
}

export function invalidArgument(message: string): S3Failure {
  return new S3Failure(400, 'InvalidArgument', message);
}

function malformed(): S3Failure {
  return new S3Failure(
    400,
    'MalformedPOSTRequest',
    'The body of your POST request is not well-formed multipart/form-data.',
  );
}
