import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, test } from 'vitest';
import { drawing } from '../../../test/fixtures/pictures.ts';
import { printedOrder as order, publicKey, printedTicket as ticket } from '../../../test/fixtures/printed-order.ts';
import { readPdf } from '../../../test/readers/pdf-reader.ts';
import { FolderStore } from '../../platform/files/folder-store.ts';
import { plainBrand } from '../../values/brand.ts';
import { readTicketCode } from '../ticket-code.ts';
import { TicketPrinter } from './ticket-printer.ts';

const printer = new TicketPrinter(new FolderStore(tmpdir()));
afterAll(() => printer.close());
const print = async (...parameters: Parameters<typeof order>) => readPdf(await printer.print(order(...parameters)));

const RED = [204, 0, 0];
const BLUE = [0, 0, 204];

function pixelOf(png: Buffer | undefined, x: number, y: number): number[] {
  const { data, width } = PNG.sync.read(png ?? Buffer.alloc(0));
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
}

describe('a ticket as a PDF', () => {
  test('has its own page with all its details', async () => {
    const seat = { section: 'Lower Box', row: 'C', seat: 14 };
    const [first, second, ...others] = await print([ticket(), ticket({ number: 'ZZZZZ-22222', seat })]);
    expect(others).toEqual([]);
    expect(first?.text).toEqual([
      'Mabuhay Concerts',
      'Gabi ng Musika',
      'Sunday, December 20, 2026 at 8:00 PM Philippines Time',
      'Music Museum, 12 Eisenhower Street, Greenhills, San Juan',
      'AB3DE-FGH45',
      'María Peñaflorida-Ñuñez',
      'General Admission',
      'Order TK-7F3K-29QD',
      expect.stringMatching('Only the first person who shows this code is admitted'),
    ]);
    expect(second?.text).toEqual(expect.arrayContaining(['ZZZZZ-22222', 'Lower Box · Row C · Seat 14']));
  });

  test('uses the language of the buyer and the colour of the organizer', async () => {
    const seat = { section: 'Lower Box', row: 'C', seat: 14 };
    const organizer = { ...plainBrand('Mabuhay Concerts', { isTest: false }), color: '#ffe600' };
    const [page, refunded] = await print(
      [ticket({ seat }), ticket({ status: 'refunded', code: null })],
      { organizer },
      'fil',
    );
    expect(page?.text).toEqual(
      expect.arrayContaining([
        'Linggo, Disyembre 20, 2026 nang 8:00 PM Oras sa Pilipinas',
        'Lower Box · Row C · Upuan 14',
        expect.stringMatching('Ang unang magpakita ng code na ito'),
      ]),
    );
    expect(refunded?.text).toEqual(expect.arrayContaining(['NA-REFUND', expect.stringMatching('Hindi na')]));
    expect(pixelOf(page?.png, 5, 5)).toEqual([0xff, 0xe6, 0x00]);
  });

  test('has the uploaded logo at the end of the band, on every page, and none when the store fails', async () => {
    const address = `/files/0190a000-0000-7000-8000-000000000000/logo-${'0'.repeat(32)}-480x192`;
    const organizer = { ...plainBrand('Mabuhay Concerts', { isTest: false }), color: '#ffe600', logoUrl: address };
    const files = new FolderStore(tmpdir());
    const logo = await drawing(480, 192).png().toBuffer();
    files.read = async (name) => (`/files/${name}` === `${address}-480.png` ? logo : undefined);
    const others = new TicketPrinter(files);
    const withLogo = order([ticket(), ticket()], { organizer });
    const pages = await readPdf(await others.print(withLogo));
    expect(pages.map(({ png }) => pixelOf(png, 660, 34))).toEqual([RED, RED]);
    expect(pages.map(({ png }) => pixelOf(png, 750, 34))).toEqual([BLUE, BLUE]);
    files.read = () => Promise.reject(new Error('away'));
    const [bare] = await readPdf(await others.print({ ...withLogo, orderNumber: 'TK-0000-0000' }));
    expect(pixelOf(bare?.png, 660, 34)).toEqual([0xff, 0xe6, 0x00]);
    await others.close();
  });

  test('has the code of the ticket, readable by a scanner', async () => {
    const shown = [ticket(), ticket()];
    const pages = await print(shown);
    expect(pages.map(({ qr }) => qr)).toEqual(shown.map(({ code }) => code));
    expect(readTicketCode(pages[0]?.qr ?? '', publicKey)?.ticketId).toBe(shown[0]?.id);
  });

  test.each([
    ['Niño', 'Niño'],
    // Some keyboards send n and a separate tilde.
    ['Nin\u0303o', 'Niño'],
    ['Đặng Thị Ngọc', 'Đặng Thị Ngọc'],
    ['Юлия Ελένη', 'Юлия Ελένη'],
    ['₱1,250 table', '₱1,250 table'],
    ['Pista 🎉 ng Bayan 👨‍👩‍👧', 'Pista ng Bayan'],
    ['🇵🇭 Araw ng Kalayaan 👍🏽🇵🇭', 'Araw ng Kalayaan'],
    ['two\nlines\u0007', 'two lines'],
  ])('writes the name %j with all its letters', async (holder, written) => {
    const [page] = await print([ticket({ holder })]);
    expect(page?.text).toContain(written);
  });

  test('has no code when it is not valid', async () => {
    const [page] = await print([ticket({ status: 'refunded', code: null })]);
    expect(page?.text).toEqual(expect.arrayContaining(['REFUNDED', 'This ticket is no longer valid.']));
    expect(page?.qr).toBeNull();
  });

  test('stays one page with a readable code when all texts have their maximum length', async () => {
    const long = (word: string) => word.repeat(200 / word.length);
    const longest = ticket({
      holder: long('Maria Cruz'),
      tierName: 'W'.repeat(200),
      seat: { section: long('Section Ñ '), row: 'AAAA', seat: 9999 },
    });
    const pages = await print([longest], {
      title: 'W'.repeat(200),
      address: 'x'.repeat(500),
      organizer: { ...plainBrand('W'.repeat(200), { isTest: false }), color: '#ffe600' },
    });
    expect(pages).toHaveLength(1);
    expect(pages[0]?.qr).toBe(longest.code);
  });
});

/** Makes the picture in the documentation: SCREENSHOTS=1 npx vitest run --project once documents/pdf */
test.runIf(process.env.SCREENSHOTS)('a picture of one', async () => {
  const [page] = await print([ticket({ seat: { section: 'Lower Box', row: 'C', seat: 14 }, tierName: 'Patron' })]);
  const directory = new URL('../../../../docs/screenshots/', import.meta.url);
  mkdirSync(directory, { recursive: true });
  writeFileSync(new URL('ticket-pdf.png', directory), page?.png ?? '');
});
