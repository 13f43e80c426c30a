const STORED_HEADERS = [
  'content-type',
  'content-disposition',
  'content-language',
  'cache-control',
  'x-amz-checksum-crc32',
  'x-amz-checksum-sha1',
  'x-amz-checksum-sha256',
];

/** The headers stored with an object, from the headers of a PUT or the fields of a form; names in lower case. */
export function storedHeaders(given: ReadonlyMap<string, string>): Record<string, string> {
  const stored: Record<string, string> = {};
  for (const [name, value] of given) {
    if (STORED_HEADERS.includes(name) || name.startsWith('x-amz-meta-')) stored[name] = value;
  }
  // The aws-chunked framing has been removed by then; the other encodings describe the object.
  const encoding = (given.get('content-encoding') ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'aws-chunked')
    .join(',');
  if (encoding !== '') stored['content-encoding'] = encoding;
  return stored;
}
