import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** The images bucket, with the few operations that uploads and photos need. */
export class ImageStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /** By listing: asked for an object that is not there, S3 would deny who may not list the whole bucket. */
  async exists(key: string): Promise<boolean> {
    return (await this.list(key)).includes(key);
  }

  /** @throws when there is no such object. */
  async read(key: string): Promise<Uint8Array> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
    if (!Body) throw new Error('The object has no body.');
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
    if (Errors?.length) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0]?.Code}.`);
  }

  /** Removes all objects below a prefix, those too that appear while it works; answers how many. */
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

  /** The keys below a prefix. */
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
