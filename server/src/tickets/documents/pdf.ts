import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { DEFAULT_COLOR } from '../../values/brand.ts';
import { textOn } from '../../values/color.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../values/language.ts';
import { dateAndTimeIn } from '../../values/local-time.ts';
import { type PrintedEvent, type PrintedOrder, type PrintedTicket, placeOf } from './printed-order.ts';
import { QUIET_ZONE, qrOutline } from './qr.ts';
import { documentTexts } from './texts.ts';
import type { Logo } from './ticket-printer.ts';

/**
 * Noto Sans has every Latin, Greek, Cyrillic and Devanagari letter, and ₱. Parsed once: a document is drawn in 15 ms
 * instead of 65.
 */
function load(file: string): Font {
  const font = create(readFileSync(fonts.resolve(`@expo-google-fonts/noto-sans/${file}`))) as Font;
  const layout = font.layout.bind(font);
  // Keeps one glyph per letter: separate letters and accents look the same, but cannot be searched or copied.
  font.layout = (text) => layout(text, { ccmp: false });
  return font;
}

const fonts = createRequire(import.meta.url);
const regular = load('400Regular/NotoSans_400Regular.ttf');
const bold = load('700Bold/NotoSans_700Bold.ttf');

/** A5, in points: fits on every printer's paper, with the code 7 cm wide. */
const WIDTH = 419.53;
const HEIGHT = 595.28;
const MARGIN = 36;
const INNER = WIDTH - 2 * MARGIN;
/** Height of the band across the top, in the organizer's colour and with the organizer's name. */
const RIBBON = 34;
/** The most that a logo takes, at the right end of the band. */
const LOGO = { width: 76, height: 22 };
const LOGO_PADDING = 3;
/** Width of the organizer's name beside a logo. */
const NAME = INNER - LOGO.width - 2 * LOGO_PADDING - 12;
const QR_WIDTH = 200;
const QR_TOP = 206;
const FOOT = HEIGHT - MARGIN - 12;

const INK = '#1c1b1f';
const QUIET = '#5f5a52';
const LINE = '#d9d4cb';
const BAD = '#a3161a';

/** Draws one page per ticket. Blocks its thread for 15 ms, so `TicketPrinter` calls it on a separate one. */
export async function drawTickets(order: PrintedOrder, logo: Logo | null): Promise<Uint8Array<ArrayBuffer>> {
  const { event, tickets, orderNumber } = order;
  const language = order.language ?? DEFAULT_LANGUAGE;
  const document = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: MARGIN,
    autoFirstPage: false,
    // The standard fonts lack decomposed ñ, ₱ and Đ, and cost a file read each time.
    font: NO_STANDARD_FONT,
    lang: language,
    displayTitle: true,
    info: {
      Title: drawable(`${documentTexts[language].title(tickets.length)}: ${event.title}`),
      Author: drawable(event.organizer.name),
      Creator: 'Takilya',
      CreationDate: event.updatedAt,
    },
  });
  document.registerFont('regular', withoutGlyphCache(regular));
  document.registerFont('bold', withoutGlyphCache(bold));
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  // A picture that is named by text is written once, and shared by all pages.
  const image = logo && {
    ...logo,
    source: `data:image/png;base64,${Buffer.from(logo.png).toString('base64')}`,
  };
  for (const ticket of tickets) drawTicket(document, { event, ticket, orderNumber, language, image });
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

const NO_STANDARD_FONT = null as unknown as string;

/**
 * A font caches the first letters it saw for each glyph, and PDFs use them for search and copy. Clearing the cache
 * keeps documents independent. pdfkit accepts an opened font, which its types do not declare.
 */
function withoutGlyphCache(font: Font): Buffer {
  Object.assign(font, { _glyphs: {} });
  return font as unknown as Buffer;
}

type Document = InstanceType<typeof PDFDocument>;

interface Drawing {
  event: PrintedEvent;
  ticket: PrintedTicket;
  orderNumber: string;
  language: Language;
  image: Image | null;
}

interface Image extends Pick<Logo, 'width' | 'height'> {
  source: string;
}

function drawTicket(document: Document, { event, ticket, orderNumber, language, image }: Drawing) {
  const texts = documentTexts[language];
  const { name, color, isTest } = event.organizer;
  const ribbon = color ?? DEFAULT_COLOR;
  document.addPage();
  document.rect(0, 0, WIDTH, RIBBON).fill(ribbon);
  write(document, name, {
    y: 9,
    size: 12,
    font: 'bold',
    color: textOn(ribbon),
    height: 18,
    width: image ? NAME : INNER,
  });
  if (image) drawLogo(document, image);
  let y = RIBBON + 14;
  y = write(document, event.title, { y, size: 24, font: 'bold', height: 66 });
  y = write(document, dateAndTimeIn(language, event.timeZone, event.startDatetime), { y: y + 6, size: 12, height: 18 });
  y = write(document, placeOf(event), { y: y + 2, size: 12, height: 34 });
  document
    .moveTo(MARGIN, QR_TOP - 14)
    .lineTo(WIDTH - MARGIN, QR_TOP - 14)
    .lineWidth(1)
    .dash(3, { space: 3 });
  document.stroke(LINE).undash();
  if (ticket.code === null) drawVoid(document, ticket, language);
  else drawCode(document, ticket.code);
  y = write(document, ticket.number, { y: QR_TOP + QR_WIDTH + 8, size: 16, font: 'bold', height: 24, align: 'center' });
  y = write(document, ticket.holder, { y: y + 8, size: 14, font: 'bold', height: 34, align: 'center' });
  y = write(document, ticket.tierName, { y: y + 2, size: 12, height: 28, align: 'center' });
  if (ticket.seat) {
    write(document, texts.seat(ticket.seat), {
      y: y + 2,
      size: 13,
      font: 'bold',
      height: 24,
      align: 'center',
    });
  }
  const note = { size: 9, color: QUIET, height: 12, align: 'center' } as const;
  write(document, texts.order(orderNumber), { ...note, y: FOOT - 13 });
  if (isTest) drawTestBand(document, texts.test);
  else write(document, ticket.admission ? texts.firstIsAdmitted : texts.addOn, { ...note, y: FOOT });
}

/** On white, as on pages: most logos are made for white paper. */
function drawLogo(document: Document, { source, width, height }: Image) {
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  const size = { width: width * scale, height: height * scale };
  const [left, top] = [WIDTH - MARGIN - size.width - LOGO_PADDING, (RIBBON - size.height) / 2];
  document
    .roundedRect(
      left - LOGO_PADDING,
      top - LOGO_PADDING,
      size.width + 2 * LOGO_PADDING,
      size.height + 2 * LOGO_PADDING,
      3,
    )
    .fill('#fff');
  document.image(source, left, top, size);
}

/** Across the bottom, as wide as the organizer's band across the top. */
function drawTestBand(document: Document, text: string) {
  const top = HEIGHT - RIBBON;
  document.rect(0, top, WIDTH, RIBBON).fill(BAD);
  write(document, text, { y: top + 9, size: 12, font: 'bold', color: textOn(BAD), height: 18, align: 'center' });
}

/** Drawn as outlines, so it is sharp at any size. */
function drawCode(document: Document, code: string) {
  const { size, path } = qrOutline(code);
  const left = (WIDTH - QR_WIDTH) / 2;
  document.save().translate(left, QR_TOP);
  document.scale(QR_WIDTH / (size + 2 * QUIET_ZONE)).translate(QUIET_ZONE, QUIET_ZONE);
  document.path(path).fill('#000').restore();
}

function drawVoid(document: Document, { status }: PrintedTicket, language: Language) {
  const texts = documentTexts[language];
  const y = write(document, texts.states[status], {
    y: QR_TOP + 70,
    size: 28,
    font: 'bold',
    color: BAD,
    height: 40,
    align: 'center',
  });
  write(document, texts.notValid, { y, size: 12, color: BAD, height: 18, align: 'center' });
}

interface Line {
  y: number;
  size: number;
  /** The space for the text. Longer text gets smaller, and is cut in the end. */
  height: number;
  font?: 'regular' | 'bold';
  color?: string;
  align?: 'left' | 'center';
  /** Default: the whole page between the margins. */
  width?: number;
}

const SMALLEST = 8;

/** @returns the y position of the next line */
function write(document: Document, text: string, line: Line): number {
  const { y, height, font = 'regular', color = INK, align = 'left', width = INNER } = line;
  const words = drawable(text);
  if (words === '') return y;
  const options = { width, align };
  let { size } = line;
  document.font(font).fontSize(size);
  while (document.heightOfString(words, options) > height && size > SMALLEST) document.fontSize(--size);
  const used = Math.min(document.heightOfString(words, options), height);
  document.fillColor(color).text(words, MARGIN, y, { ...options, height, ellipsis: true });
  return y + used;
}

/**
 * Text on one line, with composed accents, and without pictograms, flags (two letters each) and skin tones: the font
 * lacks them, and would draw boxes instead. Letters of scripts that it lacks are drawn as boxes.
 */
const drawable = (text: string): string =>
  [...text.normalize('NFC').replaceAll(/\s/g, ' ')]
    .filter((character) => hasGlyph(character) || !UNWRITTEN.test(character))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();

const UNWRITTEN = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{M}\p{Cf}\p{Cc}]/u;

const hasGlyph = (character: string) => regular.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
