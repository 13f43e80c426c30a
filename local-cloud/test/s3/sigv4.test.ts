import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  canonicalRequest,
  parseScope,
  parseTimestamp,
  signString,
  stringToSign,
  uriEncode,
} from '../../src/s3/sigv4.ts';

const scope = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', date: '20130524', region: 'us-east-1', service: 's3' };
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const timestamp = '20130524T000000Z';
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

// The examples of the S3 reference, "Authenticating Requests".
describe('Signature Version 4', () => {
  it('signs the header-based example of GET Object', () => {
    const canonical = canonicalRequest({
      method: 'GET',
      path: '/test.txt',
      query: [],
      headers: new Map([
        ['host', 'examplebucket.s3.amazonaws.com'],
        ['range', 'bytes=0-9'],
        ['x-amz-content-sha256', EMPTY],
        ['x-amz-date', timestamp],
      ]),
      signedHeaders: ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'],
      payloadHash: EMPTY,
    });
    expect(signString(stringToSign(canonical, timestamp, scope), secret, scope)).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('signs the query-based example', () => {
    const canonical = canonicalRequest({
      method: 'GET',
      path: '/test.txt',
      query: [
        ['X-Amz-SignedHeaders', 'host'],
        ['X-Amz-Signature', 'left out'],
        ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
        ['X-Amz-Credential', 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'],
        ['X-Amz-Date', timestamp],
        ['X-Amz-Expires', '86400'],
      ],
      headers: new Map([['host', 'examplebucket.s3.amazonaws.com']]),
      signedHeaders: ['host'],
      payloadHash: 'UNSIGNED-PAYLOAD',
    });
    expect(signString(stringToSign(canonical, timestamp, scope), secret, scope)).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it('derives another key for each secret, day, region and service, in any order of use', () => {
    const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    const expected = (key: string, { date, region, service }: typeof scope) =>
      hmac(hmac(hmac(hmac(hmac(`AWS4${key}`, date), region), service), 'aws4_request'), 'text').toString(
        'hex',
      );
    const signers = [
      [secret, scope],
      ['another secret', scope],
      [secret, { ...scope, date: '20130525' }],
      [secret, { ...scope, region: 'eu-west-1' }],
      [secret, { ...scope, service: 'dynamodb' }],
    ] as const;
    for (const [key, its] of [...signers, ...signers]) {
      expect(signString('text', key, its)).toBe(expected(key, its));
    }
    expect(new Set(signers.map(([key, its]) => signString('text', key, its))).size).toBe(signers.length);
  });

  it('sorts parameters by their encoded names and then values, and folds blanks in headers', () => {
    const canonical = canonicalRequest({
      method: 'GET',
      path: "/a b/it's",
      query: [
        ['prefix', 'b'],
        ['prefix', 'a'],
        ['a.b', ''],
        ['a-b', 'x y'],
      ],
      headers: new Map([['x-amz-meta-a', '  one   two ']]),
      signedHeaders: ['x-amz-meta-a'],
      payloadHash: EMPTY,
    });
    expect(canonical.split('\n')).toEqual([
      'GET',
      '/a%20b/it%27s',
      'a-b=x%20y&a.b=&prefix=a&prefix=b',
      'x-amz-meta-a:one two',
      '',
      'x-amz-meta-a',
      EMPTY,
    ]);
  });

  it('encodes everything but unreserved characters', () => {
    expect(uriEncode("AZaz09-._~ !'()*/ü")).toBe('AZaz09-._~%20%21%27%28%29%2A%2F%C3%BC');
  });

  it('parses scopes and times in their exact form only', () => {
    expect(parseScope('AKIA/20130524/us-east-1/s3/aws4_request')).toEqual({ ...scope, accessKeyId: 'AKIA' });
    expect(parseScope('AKIA/20130524/us-east-1/s3/aws4_request/x')).toBeUndefined();
    expect(parseScope('AKIA/2013/us-east-1/s3/aws4_request')).toBeUndefined();
    expect(parseTimestamp(timestamp)).toBe(Date.UTC(2013, 4, 24));
    expect(parseTimestamp('2013-05-24T00:00:00Z')).toBeUndefined();
    expect(parseTimestamp('20130524T256000Z')).toBeUndefined();
  });
});
