import { globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { BASE, root } from './documents.ts';
import type { Picture } from './markdown.ts';

/** Text in a screenshot stays sharp, with half of the bytes of its PNG. */
const QUALITY = 80;
/** 0 to 6. More takes twice the time at the first start and saves 3 %. */
const EFFORT = 2;

/** Writes the screenshots as WebP. @returns their addresses and sizes by their path in the repository */
export async function writePictures(folder: string): Promise<Map<string, Picture>> {
  const files = globSync('docs/screenshots/**/*.png', { cwd: root });
  const written = files.map(async (file): Promise<[string, Picture]> => {
    const name = file.replace(/^docs\/screenshots/, 'pictures').replace(/\.png$/, '.webp');
    await mkdir(dirname(join(folder, name)), { recursive: true });
    const image = sharp(join(root, file)).webp({ quality: QUALITY, effort: EFFORT });
    const { width, height } = await image.toFile(join(folder, name));
    return [file, { address: BASE + name, width, height }];
  });
  return new Map(await Promise.all(written));
}
