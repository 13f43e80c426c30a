import { S3Client } from '@aws-sdk/client-s3';
import { ImageStore } from '../../shared/images/store.ts';

/** The images bucket in this process, for tests that count what is stored and read. */
export class MemoryImages extends ImageStore {
  readonly objects = new Map<string, Uint8Array>();

  constructor() {
    super(new S3Client({ region: 'us-east-1' }), 'memory');
  }

  override async read(key: string): Promise<Uint8Array> {
    const bytes = this.objects.get(key);
    if (!bytes) throw new Error(`There is no object ${key}.`);
    return bytes;
  }

  override async write(key: string, bytes: Uint8Array): Promise<void> {
    this.objects.set(key, bytes);
  }

  override async list(prefix: string): Promise<string[]> {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  override async listAfter(prefix: string, after: string | undefined, limit: number): Promise<string[]> {
    return (await this.list(prefix)).filter((key) => key > (after ?? '')).slice(0, limit);
  }

  override async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.objects.delete(key);
  }

  override async removeAll(prefix: string): Promise<number> {
    const found = await this.list(prefix);
    await this.remove(found);
    return found.length;
  }
}
