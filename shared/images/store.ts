import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type ImagesOwner, prefixesOf } from './keys.ts';
import { changedError } from './object-changed.ts';

/** The operations on the images bucket that uploads and photos need. */
export class ImageStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /**
   * Whether the object exists, by listing its key. Without permission to list the whole bucket, S3 answers a
   * read of a missing object with AccessDenied.
   */
  async exists(key: string): Promise<boolean> {
    return (await this.list(key)).includes(key);
  }

  /** @throws when the object does not exist. */
  async read(key: string): Promise<Uint8Array> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
    if (!Body) throw new Error(`S3 returned no body for ${key}.`);
    return Body.transformToByteArray();
  }

  /**
   * An object together with its ETag, which names this version of it.
   * @throws when there is no such object.
   */
  async readVersion(key: string): Promise<{ bytes: Uint8Array; etag: string }> {
    const { Body, ETag } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
    if (!Body || ETag === undefined)
      throw new Error(`The object ${key} was returned without a body or ETag.`);
    return { bytes: await Body.transformToByteArray(), etag: ETag };
  }

  /**
   * Copies one version of an object.
   * @throws ObjectChanged when the object is no longer that version.
   */
  async copyVersion(from: string, etag: string, to: string, contentType: string): Promise<void> {
    try {
      await this.#client.send(
        new CopyObjectCommand({
          Bucket: this.#bucket,
          Key: to,
          CopySource: `${this.#bucket}/${from}`,
          CopySourceIfMatch: etag,
          MetadataDirective: 'REPLACE',
          ContentType: contentType,
        }),
      );
    } catch (error) {
      throw changedError(error, from);
    }
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
