import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Server } from '../../../test/fixtures/s3-server.ts';
import { readConfig } from '../../config/config.ts';
import type { FileStore } from './file-store.ts';
import { FolderStore } from './folder-store.ts';
import { openFileStore } from './open-file-store.ts';
import { S3Store } from './s3-store.ts';

let folder: string;
let s3: Awaited<ReturnType<typeof openS3Server>>;
let stores: Record<string, FileStore>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takilya-files-'));
  s3 = await openS3Server();
  stores = { folder: new FolderStore(join(folder, 'files')), s3: new S3Store(s3.settings) };
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await s3.close();
});

const NAME = '0190a000-0000-7000-8000-000000000000/cover-0123456789abcdef0123456789abcdef-960x480-960.jpg';
const BYTES = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, index) => index % 256));

describe.each(['folder', 's3'])('a store of files: %s', (kind) => {
  const store = () => stores[kind] as FileStore;

  test('gives back the bytes that were written, also when they are written again', async () => {
    await store().write(NAME, BYTES, 'image/jpeg');
    await store().write(NAME, BYTES, 'image/jpeg');
    expect(await store().read(NAME)).toEqual(BYTES);
  });

  test('has nothing for a name that was never written or was removed; removing again does no harm', async () => {
    expect(await store().read('a/b.png')).toBeUndefined();
    await store().write('a/c.png', BYTES, 'image/png');
    await store().remove('a/c.png');
    await store().remove('a/c.png');
    expect(await store().read('a/c.png')).toBeUndefined();
  });

  test.each([
    '../a.png',
    'a/../../b.png',
    '/etc/passwd.png',
    'a//b.png',
    'a\\b.png',
    'a/.png',
    'A.png',
    'a/b',
    '',
    'a/b.png\0',
  ])('refuses a name that could leave it: %j', async (name) => {
    for (const use of [store().read(name), store().write(name, BYTES, 'image/png'), store().remove(name)])
      await expect(use).rejects.toThrow('file name');
  });
});

test('a folder has only complete files, which other users cannot read', async () => {
  const files = join(folder, 'files', '0190a000-0000-7000-8000-000000000000');
  expect(await readdir(files)).toHaveLength(1);
  expect((await stat(join(folder, 'files', NAME))).mode & 0o077).toBe(0);
  expect((await stat(files)).mode & 0o077).toBe(0);
  // A file where a folder is needed: nothing half-written remains.
  await writeFile(join(folder, 'files', 'taken.png'), '');
  await expect(stores.folder?.write('taken.png/a.png', BYTES, 'image/png')).rejects.toThrow();
  await expect(stores.folder?.write('x/taken.png', BYTES, 'image/png')).resolves.toBeUndefined();
  expect(await readdir(join(folder, 'files', 'x'))).toEqual(['taken.png']);
});

test('a bucket gets the type of a file, and refuses a wrong secret', async () => {
  expect(s3.objects.get(NAME)?.type).toBe('image/jpeg');
  const wrong = new S3Store({ ...s3.settings, secretAccessKey: 'wrong' });
  await expect(wrong.read(NAME)).rejects.toThrow(/403/);
  await expect(wrong.write(NAME, BYTES, 'image/jpeg')).rejects.toThrow(/403/);
});

test('a bucket that answers with an error or a redirect fails, and is followed nowhere', async () => {
  const other = await openS3Server();
  s3.answerAll(307, { location: `${other.settings.endpoint}/elsewhere` });
  await expect(stores.s3?.write(NAME, BYTES, 'image/jpeg')).rejects.toThrow();
  await expect(stores.s3?.read(NAME)).rejects.toThrow();
  expect(other.requests).toEqual([]);
  s3.answerAll(500);
  await expect(stores.s3?.remove(NAME)).rejects.toThrow();
  await other.close();
});

describe('the settings choose the store', () => {
  const s3Settings = {
    FILES_S3_ENDPOINT: 'https://s3.example/',
    FILES_S3_BUCKET: 'pictures',
    FILES_S3_ACCESS_KEY_ID: 'id',
    FILES_S3_SECRET_ACCESS_KEY: 'secret',
  };

  test('a folder of DATA_DIR, unless FILES_S3_ENDPOINT is set', () => {
    expect(openFileStore(readConfig({}))).toBeInstanceOf(FolderStore);
    expect(openFileStore(readConfig(s3Settings))).toBeInstanceOf(S3Store);
    expect(readConfig({ ...s3Settings, FILES_S3_REGION: 'auto' }).filesS3).toMatchObject({ region: 'auto' });
  });

  test.each([
    [{ FILES_S3_ENDPOINT: 'https://s3.example' }, /FILES_S3_BUCKET must be set with FILES_S3_ENDPOINT/],
    [{ FILES_S3_BUCKET: 'pictures' }, /FILES_S3_BUCKET must be set together with FILES_S3_ENDPOINT/],
    [{ ...s3Settings, FILES_S3_ENDPOINT: 'ftp://s3.example' }, /FILES_S3_ENDPOINT must be a URL/],
    [{ ...s3Settings, FILES_S3_BUCKET: '../other' }, /FILES_S3_BUCKET must be the name of a bucket/],
  ])('and a wrong one is named: %j', (environment, problem) => {
    expect(() => readConfig(environment)).toThrow(problem);
  });
});
