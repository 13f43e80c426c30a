import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type ImagesOwner, prefixesOf } from './keys.ts';

/** The operations on the images bucket that uploads and photos need. */
export class ImageStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /** @throws when the object does not exist. */
  async read(key: string): Promise<Uint8Array> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
    if (!Body) throw new Error(`S3 returned no body for ${key}.`);
    return Body.transformToByteArray();
  }

  async write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    await this.#client.send(
      new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: bytes, ContentType: contentType }),
    );
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const { Errors } = await this.#client.send(
      new DeleteObjectsCommand({
        Bucket: this.#bucket,
        Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
      }),
    );
    if (Errors?.length)
      throw new Error(`S3 did not delete ${Errors.length} of ${keys.length} objects: ${Errors[0]?.Code}.`);
  }

  /** Removes all objects under a prefix, including those that appear meanwhile. @returns their number. */
  async removeAll(prefix: string): Promise<number> {
    let removed = 0;
    for (;;) {
      const { Contents = [] } = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix }),
      );
      if (Contents.length === 0) return removed;
      await this.remove(Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key])));
      removed += Contents.length;
    }
  }

  /** Removes everything that is stored for an organization, or for one of its models. @returns the number of objects. */
  async removeAllOf(owner: ImagesOwner): Promise<number> {
    let removed = 0;
    for (const prefix of prefixesOf(owner)) removed += await this.removeAll(prefix);
    return removed;
  }

  /** The first keys with a prefix that follow a key, in their order. */
  async listAfter(prefix: string, after: string | undefined, limit: number): Promise<string[]> {
    const { Contents = [] } = await this.#client.send(
      new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, StartAfter: after, MaxKeys: limit }),
    );
    return Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
  }

  /** The keys under a prefix. */
  async list(prefix: string): Promise<string[]> {
    const found: string[] = [];
    let token: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix, ContinuationToken: token }),
      );
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) found.push(Key);
      token = page.NextContinuationToken;
    } while (token);
    return found;
  }
}
