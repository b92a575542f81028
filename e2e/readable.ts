import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Readable for everybody: WCAG 2.2 AA in both colour schemes, and nothing to scroll sideways on the narrowest phone. */
export async function readable(page: Page) {
  expect(await page.evaluate('document.documentElement.lang')).toBe('en');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe.source);
    const violations = await page.evaluate(
      `axe.run({ runOnly: ${JSON.stringify(runOnly)} }).then((result) =>
         result.violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html)))`,
    );
    expect(violations, colorScheme).toStrictEqual([]);
  }
}
