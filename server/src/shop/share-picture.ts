import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { OverlayOptions } from 'sharp';
import type { Database } from '../platform/database/database.ts';
import { perDatabase } from '../platform/database/per-database.ts';
import { serviceRefusals } from '../platform/refusals/service-refusals.ts';
import { DEFAULT_COLOR } from '../values/brand.ts';
import { textOn } from '../values/color.ts';

/** What messengers and social networks show as a large preview. */
export const PICTURE = { width: 1_200, height: 630 } as const;

export interface SharePicture {
  title: string;
  /** Date, time and place. */
  lines: string[];
  organizer: string;
  /** `#rrggbb`; null means the default colour. */
  color: string | null;
}

const MARGIN = 80;
const WIDTH = PICTURE.width - 2 * MARGIN;
/** The largest size at which a title of this length takes three lines; a longer one is cut off. */
const TITLE_SIZES = [
  { upTo: 36, size: 80 },
  { upTo: 66, size: 64 },
  { upTo: 110, size: 50 },
] as const;
const LINE_SIZE = 34;
const MAX_LINE_LENGTH = 60;

/** Hundreds of pictures of 15 to 30 KB. */
const CACHE_BYTES = 16 * 2 ** 20;
/** A picture takes a tenth of a second: who has to wait longer than for these is asked to come again. */
const MAX_WAITING = 20;
const RETRY_AFTER_SECONDS = 5;

const files = createRequire(import.meta.url);
const fontOf = (file: string) => files.resolve(`@expo-google-fonts/noto-sans/${file}`);
const BOLD = { font: 'Noto Sans Bold', fontfile: fontOf('700Bold/NotoSans_700Bold.ttf') };
const REGULAR = { font: 'Noto Sans', fontfile: fontOf('400Regular/NotoSans_400Regular.ttf') };

/**
 * Strangers may ask for any picture at any time, so a picture is drawn once and kept, known by all that it shows, and
 * only one is drawn at a time.
 */
const drawingsOf = perDatabase(() => ({
  kept: new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: ({ length }) => length }),
  waiting: new Map<string, Promise<Buffer>>(),
  last: Promise.resolve() as Promise<unknown>,
}));

/**
 * The picture that link previews of an event show, as a PNG.
 * @throws Refusal too_many_readers when too many others wait
 */
export function sharePicture(db: Database, picture: SharePicture): Promise<Buffer> {
  const drawings = drawingsOf(db);
  const key = JSON.stringify(picture);
  const kept = drawings.kept.get(key);
  if (kept) return Promise.resolve(kept);
  const waiting = drawings.waiting.get(key);
  if (waiting) return waiting;
  if (drawings.waiting.size >= MAX_WAITING)
    throw serviceRefusals.too_many_readers({ retry_after_seconds: RETRY_AFTER_SECONDS });
  const drawn = drawings.last.then(() => draw(picture));
  drawings.waiting.set(key, drawn);
  drawings.last = drawn
    .then((png) => drawings.kept.set(key, png))
    .catch(() => {})
    .finally(() => drawings.waiting.delete(key));
  return drawn;
}

async function draw({ title, lines, organizer, color }: SharePicture): Promise<Buffer> {
  // 19 MB with its library: loaded when the first picture is asked for.
  const { default: sharp } = await import('sharp');
  const background = color ?? DEFAULT_COLOR;
  const ink = textOn(background);
  const { upTo, size } = TITLE_SIZES.find((one) => title.length <= one.upTo) ?? TITLE_SIZES[2];

  async function text(words: string, px: number, { font, fontfile }: typeof BOLD) {
    const markup = `<span foreground="${ink}">${escapeMarkup(words)}</span>`;
    const image = sharp({
      text: { text: markup, font: `${font} ${px}px`, fontfile, width: WIDTH, wrap: 'word-char', rgba: true },
    });
    return image.png().toBuffer({ resolveWithObject: true });
  }

  const head = await text(cut(organizer, MAX_LINE_LENGTH), LINE_SIZE, REGULAR);
  const middle = await text(cut(title, upTo), size, BOLD);
  const foot = await text(lines.map((line) => cut(line, MAX_LINE_LENGTH)).join('\n'), LINE_SIZE, REGULAR);
  const footTop = PICTURE.height - MARGIN - foot.info.height;
  const free = footTop - MARGIN - head.info.height - middle.info.height;
  const parts: OverlayOptions[] = [
    { input: head.data, left: MARGIN, top: MARGIN },
    { input: middle.data, left: MARGIN, top: MARGIN + head.info.height + Math.max(0, Math.round(free / 2)) },
    { input: foot.data, left: MARGIN, top: footTop },
    { input: ticketMark(ink), left: PICTURE.width - MARGIN - MARK, top: PICTURE.height - MARGIN - MARK },
  ];
  const { width, height } = PICTURE;
  return sharp({ create: { width, height, channels: 3, background } })
    .composite(parts)
    .png({ palette: true })
    .toBuffer();
}

const MARK = 96;

/** A ticket, as the icon of all pages. */
const ticketMark = (ink: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${MARK}" height="${MARK}" viewBox="0 0 16 16"><path fill="${ink}" d="M1 4h14v3a1 1 0 0 0 0 2v3H1V9a1 1 0 0 0 0-2z"/></svg>`,
  );

/** On one line, unless it is wrapped. */
const cut = (words: string, length: number): string => {
  const line = words.trim().replace(/\s+/g, ' ');
  const letters = [...line];
  return letters.length <= length
    ? line
    : `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
};

const escapeMarkup = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
