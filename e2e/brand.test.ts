import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { logIn, newPage, press, untilSaved } from './dashboard.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const LOGO = fileURLToPath(new URL('logo.png', import.meta.url));

let takilya: Takilya;
let browser: Browser;
beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

/** Waits until the browser has shown it. @returns its own width in pixels, and where it is from */
const pictureIn = async (page: Page, selector: string) => {
  await page.locator(selector).first().waitFor();
  return (await page.evaluate(`(async () => {
    const picture = document.querySelector(${JSON.stringify(selector)});
    await picture.decode();
    return { width: picture.naturalWidth, file: picture.currentSrc.replace(/^.*[/]files[/][^/]+[/]/, '') };
  })()`)) as { width: number; file: string };
};

test('an owner uploads a logo, tries colours in the preview, and buyers see both', async () => {
  const { page, problems } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings?tab=brand`);
  // The button opens the file chooser from the keyboard, too.
  const choose = page.getByRole('button', { name: 'Choose a picture' });
  await choose.waitFor();
  // Waited for before the focus: right before the key, a chooser of a busy machine is missed.
  const chooser = page.waitForEvent('filechooser');
  await choose.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(LOGO);
  await page.getByText('Logo saved').waitFor();
  expect((await pictureIn(page, 'main img[alt="Logo"]')).file).toMatch(/^logo-[0-9a-f]{32}-/);

  const frame = page.frameLocator('iframe');
  const fill = () => frame.locator('body').evaluate(`getComputedStyle(document.body).getPropertyValue('--fill')`);
  await frame.locator('.brand img').waitFor();
  const color = page.getByLabel('Brand color');
  await color.fill('#0f766e');
  await page.keyboard.press('Escape');
  await expect.poll(fill).toBe('#0f766e');
  for (const what of ['E-mail', 'Ticket']) {
    await page.getByText(what, { exact: true }).click();
    const shown = page.frameLocator(`iframe[title="Preview: ${what}"]`);
    await shown.getByText('Sample event').first().waitFor();
    expect(await shown.locator('body').innerHTML()).toMatch(/\/files\/[^"]+logo-/);
  }
  // Buyers still see the saved colour.
  expect(await takilya.api('GET', '/organization')).toMatchObject({ color: expect.not.stringMatching('0f766e') });
  await readable(page);

  await color.fill('#ffe600');
  await page.getByText('hard to see on a light page').waitFor();
  await color.fill('red');
  await page.getByText('Write the color as # and six digits').waitFor();
  await color.fill('#0f766e');
  await press(page, 'Save');
  await untilSaved(page);

  const { public_url: shop } = await takilya.api('GET', '/organization');
  await page.goto(String(shop));
  expect((await pictureIn(page, '.brand img')).file).toMatch(/^logo-[0-9a-f]{32}-.*\.webp$/);
  await readable(page);
  expect(problems).toStrictEqual([]);
});

test('an event gets its cover by dropping a file, at 390 pixels; what is no picture is refused in plain words', async () => {
  const { page, problems } = await newPage(browser, { width: 390, height: 844 });
  await logIn(page, takilya);
  const { events } = (await takilya.api('GET', '/events')) as { events: { id: string; public_url: string }[] };
  const [event] = events;
  await page.goto(`${takilya.url}/dashboard/events/${event?.id}/edit`);
  const field = page.getByRole('group', { name: 'Cover image' });
  await field
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('?') });
  await field.page().getByText('The file is not a picture that can be read').waitFor();
  await field
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await page.getByText('This file is not a picture').waitFor();

  const cover = await sharp({ create: { width: 1_200, height: 600, channels: 3, background: '#2a9d8f' } })
    .jpeg()
    .toBuffer();
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob('${cover.toString('base64')}'), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([content], 'cover.jpg', { type: 'image/jpeg' }));
    return transfer;
  })()`);
  await field.getByText('Or drop it here').dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByText('Cover saved').waitFor();
  expect((await pictureIn(page, 'main img[alt="Cover image"]')).width).toBe(1_200);
  await readable(page);

  await page.goto(String(event?.public_url));
  const shown = await pictureIn(page, 'img.cover');
  expect(shown.file).toMatch(/^cover-[0-9a-f]{32}-1200x600-(480|960|1200)\.webp$/);
  const list = String(event?.public_url).replace(/\/[^/]+$/, '');
  await page.goto(list);
  expect((await pictureIn(page, '.listed img')).file).toMatch(/-480\.webp$/);

  await page.goto(`${takilya.url}/dashboard/events/${event?.id}/edit`);
  await field.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No picture yet').waitFor();
  expect(problems).toStrictEqual([]);
});
