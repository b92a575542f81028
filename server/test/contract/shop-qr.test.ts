import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, PUBLIC_URL, type TestService } from '../fixtures/test-service.ts';
import { readQr, readQrOfPng } from '../readers/qr-reader.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const SHOP = `${PUBLIC_URL}/shop/lakbay-concerts`;
const get = (path: string) => service.app.inject({ method: 'GET', url: path });

/** As a camera sees it: of a size that the file does not set. */
async function readQrOfSvg(svg: Buffer) {
  const image = await loadImage(svg);
  const canvas = createCanvas(600, 600);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, 600, 600);
  return readQr(context.getImageData(0, 0, 600, 600));
}

test.each([
  ['/shop/lakbay-concerts', SHOP, 'lakbay-concerts'],
  ['/shop/lakbay-concerts/to-print', `${SHOP}/to-print`, 'to-print'],
])('%s has a QR code to print, as SVG and as PNG', async (path, url, name) => {
  await service.event({ slug: 'to-print' }).catch(() => {});
  const [svg, png] = [await get(`${path}/qr.svg`), await get(`${path}/qr.png`)];
  expect(await readQrOfSvg(svg.rawPayload)).toBe(url);
  expect(readQrOfPng(png.rawPayload)).toBe(url);
  expect(svg.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-disposition': `attachment; filename="${name}-qr.svg"`,
    'cache-control': 'public, max-age=3600',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(png.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="${name}-qr.png"`,
  });
});

test('the code of an earlier address is the one of the current address', async () => {
  const { id } = await service.event({ slug: 'before' });
  await service.ours.put(`/events/${id}`, { slug: 'after' });
  expect(readQrOfPng((await get('/shop/lakbay-concerts/before/qr.png')).rawPayload)).toBe(`${SHOP}/after`);
});

test('the longest address still makes a code that is read', async () => {
  const slug = 'x'.repeat(80);
  await service.event({ slug });
  expect(readQrOfPng((await get(`/shop/lakbay-concerts/${slug}/qr.png`)).rawPayload)).toBe(`${SHOP}/${slug}`);
});

test('drafts and unknown addresses have none', async () => {
  await service.draft({ slug: 'a-draft' });
  for (const path of ['/shop/lakbay-concerts/a-draft', '/shop/lakbay-concerts/unknown', '/shop/unknown'])
    for (const format of ['svg', 'png']) expect((await get(`${path}/qr.${format}`)).statusCode).toBe(404);
});
