import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { Refusal } from '../platform/refusals/refusal.ts';
import {
  FILES,
  PICTURE_BOXES,
  PICTURE_FORMATS,
  PICTURE_TYPES,
  type PictureFormat,
  type PictureKind,
  pictureFile,
  widthsOf,
} from '../values/picture.ts';
import type { Uuid } from '../values/uuid.ts';
import { pictureRefusals } from './refusals.ts';

export interface EncodedPicture {
  /** What is stored with the organization or the event. */
  address: string;
  files: { path: string; type: string; bytes: Buffer }[];
}

/**
 * Phones take pictures of 50 megapixels. Decoding such a picture takes up to 290 MB (progressive JPEG; an ordinary JPEG
 * 20), measured.
 */
const MAX_PIXELS = 50_000_000;
/** AVIF is decoded as a whole: 16 megapixels take 290 MB, and 48 would take 850. */
const MAX_AVIF_PIXELS = 16_000_000;
/** The slowest accepted picture, 16 megapixels of noise as AVIF, takes a fifth of it. */
const TIMEOUT_SECONDS = 20;

/** The first bytes of each format. Everything else, such as SVG, TIFF and PDF, never reaches a decoder. */
const SIGNATURES: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  (bytes) => /^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12)),
];

/** JPEG and WebP of covers: smaller than what cameras write, without visible differences. */
const COVER_QUALITY = 78;

/** Length of the hash in an address: 128 bits, so that no two contents share a hash and a hash cannot be guessed. */
const HASH_LENGTH = 32;

/**
 * Decodes a picture and writes it anew in all sizes and formats: only pixels remain, no metadata, no place, no program
 * that was hidden in the file. A rotation by the camera is applied, and of moving pictures the first image is kept. The
 * work is done on threads of the library, one for each picture.
 * @throws Refusal 400 picture_unreadable, picture_too_many_pixels
 */
export async function encodePicture(organizationId: Uuid, kind: PictureKind, bytes: Buffer): Promise<EncodedPicture> {
  if (!SIGNATURES.some((hasSignature) => hasSignature(bytes))) throw pictureRefusals.picture_unreadable();
  // 19 MB with its library: loaded with the first picture.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const read = () =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: TIMEOUT_SECONDS });
  try {
    await checkSize(sharp(bytes, { limitInputPixels: false }));
    const { data, info } = await read()
      .autoOrient()
      .toColourspace('srgb')
      .resize({ ...PICTURE_BOXES[kind], fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const pixels = () => sharp(data, { raw: { width, height, channels } });
    const files: { width: number; format: PictureFormat; bytes: Buffer }[] = [];
    for (const wanted of widthsOf({ kind, width }))
      for (const format of PICTURE_FORMATS[kind])
        files.push({ width: wanted, format, bytes: await written(pixels().resize(wanted), kind, format).toBuffer() });
    const hash = createHash('sha256');
    for (const file of files) hash.update(file.bytes);
    const name = `${kind}-${hash.digest('hex').slice(0, HASH_LENGTH)}-${width}x${height}`;
    const address = `${FILES}${organizationId}/${name}`;
    return {
      address,
      files: files.map(({ width, format, bytes }) => ({
        path: pictureFile({ address }, width, format),
        type: PICTURE_TYPES[format],
        bytes,
      })),
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The library throws for damaged files and for bombs alike, with reasons for programmers.
    throw pictureRefusals.picture_unreadable();
  }
}

/** Reads only the head of the file. */
async function checkSize(picture: Sharp) {
  // The library calls AVIF by the name of its container.
  const { width, height, format } = await picture.metadata();
  const maxPixels = format === 'heif' ? MAX_AVIF_PIXELS : MAX_PIXELS;
  if (width * height > maxPixels)
    throw pictureRefusals.picture_too_many_pixels({ width, height, max_megapixels: maxPixels / 1_000_000 });
}

function written(picture: Sharp, kind: PictureKind, format: PictureFormat): Sharp {
  switch (format) {
    case 'png':
      return picture.png({ compressionLevel: 9 });
    case 'jpg':
      // JPEG has no transparency.
      return picture.flatten({ background: '#ffffff' }).jpeg({ quality: COVER_QUALITY, progressive: true });
    case 'webp':
      return kind === 'logo' ? picture.webp({ lossless: true }) : picture.webp({ quality: COVER_QUALITY });
  }
}
