import type { FastifyReply } from 'fastify';
import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { perDatabase } from '../../platform/database/per-database.ts';
import { QUIET_ZONE } from '../../tickets/documents/qr.ts';

/** An SVG is sharp at any size; a PNG is for programs that take no SVG. */
export const QR_FORMATS = ['svg', 'png'] as const;
type QrFormat = (typeof QR_FORMATS)[number];

/** 500 to 1,000 pixels wide, by the length of the address: at 300 dots per inch 5 cm or more, for a flyer. */
const PIXELS_PER_MODULE = 12;
/** Posters get wet and torn: the code is read with a quarter of it covered. */
const CORRECTION = { minCorrectionLevel: correction.Q };
const BLACK = 0;
const WHITE = 255;

const MAX_AGE_SECONDS = 3_600;

/**
 * Drawing takes milliseconds, and strangers may ask all the time. The code of an address never changes. Files have 1 to
 * 25 KB.
 */
const MAX_DRAWN = 500;
const drawnFor = perDatabase(() => new LRUCache<string, Promise<Buffer>>({ max: MAX_DRAWN }));

/** Sends the QR code of a page of the shop as a file to print. */
export async function sendLinkQr(
  db: Database,
  reply: FastifyReply,
  { format, url, name }: { format: QrFormat; url: string; name: string },
) {
  const file = await qrFile(db, url, format);
  return reply
    .headers({
      'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
      'content-disposition': `attachment; filename="${name}-qr.${format}"`,
      'x-robots-tag': 'noindex',
    })
    .type(format === 'svg' ? 'image/svg+xml' : 'image/png')
    .send(file);
}

function qrFile(db: Database, url: string, format: QrFormat): Promise<Buffer> {
  const drawn = drawnFor(db);
  const key = `${format} ${url}`;
  const earlier = drawn.get(key);
  if (earlier) return earlier;
  const file = draw(url, format);
  drawn.set(key, file);
  file.catch(() => drawn.delete(key));
  return file;
}

async function draw(url: string, format: QrFormat): Promise<Buffer> {
  const qr = generate(url, CORRECTION);
  if (format === 'svg')
    return Buffer.from(toSvgSource(qr, { pad: QUIET_ZONE, on: 'black', off: 'white', xmlDeclaration: true }));
  const width = qr.size + 2 * QUIET_ZONE;
  const modules = Uint8Array.from({ length: width * width }, (_, at) =>
    qr.get((at % width) - QUIET_ZONE, Math.floor(at / width) - QUIET_ZONE) ? BLACK : WHITE,
  );
  // Writing the pixels takes longest: sharp does it on another thread.
  const { default: sharp } = await import('sharp');
  return sharp(modules, { raw: { width, height: width, channels: 1 } })
    .resize(width * PIXELS_PER_MODULE, null, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png()
    .toBuffer();
}
