import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { LINK_LIFETIME, LinkSigner } from '../../shared/links/links.ts';
import { SECOND } from '../../shared/platform/clock.ts';
import { median } from '../results.ts';

const REGION = 'eu-central-1';
const KEY = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret', createdAt: '' };
/** The links of a page of 200 photos with include=all. */
const PAGE = 600;

/** The median processor time of one link, in microseconds: by getSignedUrl, and by the service's own signer. */
export async function linkTimes(repeats: number): Promise<{ bySdk: number; byService: number }> {
  const client = new S3Client({
    region: REGION,
    credentials: KEY,
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const signer = await LinkSigner.create(
    KEY,
    REGION,
    new URL(`https://images.s3.${REGION}.amazonaws.com`),
    Date.now(),
  );
  const options = { expiresIn: LINK_LIFETIME / SECOND };
  const bySdk = (Key: string) =>
    getSignedUrl(client, new GetObjectCommand({ Bucket: 'images', Key }), options);
  const samples = { bySdk: [] as number[], byService: [] as number[] };
  for (let repeat = 0; repeat < repeats; repeat++) {
    samples.bySdk.push(await timeOf(bySdk, repeat));
    samples.byService.push(await timeOf((key) => signer.sign(key), repeat));
  }
  return { bySdk: median(samples.bySdk), byService: median(samples.byService) };
}

async function timeOf(sign: (key: string) => Promise<string> | string, repeat: number): Promise<number> {
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: PAGE }, (_, photo) => sign(`photos/org/mdl/${repeat}-${photo}.jpg`)),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / PAGE;
}
