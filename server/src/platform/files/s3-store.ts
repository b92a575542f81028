import { S3mini } from 's3mini';
import { assertFileName, type FileStore } from './file-store.ts';

export interface S3Settings {
  /** Without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** A picture has at most some hundred kilobytes: a store that needs longer is not working. */
const TIMEOUT_MS = 10_000;

/** Files in a bucket of Amazon S3, or of any server that speaks its protocol. */
export class S3Store implements FileStore {
  readonly #bucket: S3mini;

  constructor({ endpoint, bucket, ...settings }: S3Settings) {
    this.#bucket = new S3mini({
      ...settings,
      endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
      requestAbortTimeout: TIMEOUT_MS,
      // A redirect would send the signed request to another server than the operator named.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
    });
  }

  async write(name: string, bytes: Buffer, contentType: string): Promise<void> {
    assertFileName(name);
    await this.#bucket.putObject(name, new Uint8Array(bytes), contentType);
  }

  async read(name: string): Promise<Buffer | undefined> {
    assertFileName(name);
    const bytes = await this.#bucket.getObjectArrayBuffer(name);
    return bytes === null ? undefined : Buffer.from(bytes);
  }

  async remove(name: string): Promise<void> {
    assertFileName(name);
    await this.#bucket.deleteObject(name);
  }
}
