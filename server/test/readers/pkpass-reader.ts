import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { certificateFile } from '../fixtures/wallet.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DEFLATED = 8;

/** The files of a zip, by the directory at its end. Written for this test: it shares no code with the server. */
function unzip(zip: Buffer): Map<string, Buffer> {
  let end = zip.length - 22;
  while (zip.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + 46, at + 46 + Number(nameLength));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stored = zip.subarray(start, start + size);
    files.set(name, method === DEFLATED ? inflateRawSync(stored) : stored);
    at += 46 + Number(nameLength) + Number(extraLength) + Number(noteLength);
  }
  return files;
}

export interface PassFile {
  files: Map<string, Buffer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what Apple describes
  json: any;
}

export function readPass(file: Buffer): PassFile {
  const files = unzip(file);
  return { files, json: JSON.parse(String(files.get('pass.json'))) };
}

/** The files whose SHA-1 is not that of the manifest, and those that are in one of the two alone. */
export function filesAgainstManifest({ files }: PassFile): string[] {
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Record<string, string>;
  const names = new Set([...files.keys(), ...Object.keys(manifest)]);
  for (const own of ['manifest.json', 'signature']) names.delete(own);
  return [...names].filter((name) => {
    const content = files.get(name);
    return !content || createHash('sha1').update(content).digest('hex') !== manifest[name];
  });
}

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/**
 * What OpenSSL says to the signature of the manifest. It knows the root authority alone, so the intermediate one has to
 * come with the signature, as on a phone.
 */
export function verifySignature({ files }: PassFile): { isValid: boolean; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'takilya-pass-'));
  for (const name of ['manifest.json', 'signature']) writeFileSync(join(folder, name), files.get(name) ?? '');
  const trust = ['-CAfile', certificateFile('pass-root.pem'), '-purpose', 'any'];
  const input = ['-binary', '-inform', 'DER', '-in', 'signature', '-content', 'manifest.json', '-out', 'verified'];
  const { status, stderr } = spawnSync('openssl', ['cms', '-verify', ...input, ...trust], { cwd: folder });
  rmSync(folder, { recursive: true });
  return { isValid: status === 0, said: String(stderr) };
}
