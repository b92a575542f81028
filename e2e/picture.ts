import { fileURLToPath } from 'node:url';
import type { Page, PageScreenshotOptions } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));

/** With `SCREENSHOTS` set, as `npm run screenshots` does, a picture of the page as it is now, for the documentation. */
export async function picture(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  if (process.env.SCREENSHOTS) await page.screenshot({ ...options, path: `${FOLDER}${name}.png` });
}
