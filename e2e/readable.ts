import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../server/src/values/language.ts';

/** A phone, and a desk. */
const WIDTHS = [390, 1440];
/**
 * The narrowest: a cheap phone, and what a desk's browser shows at a zoom of 400 %. Nothing scrolls sideways even
 * there.
 */
const NARROWEST = 320;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const SCHEMES = [
  { name: 'light', rules: RULES },
  // All that a colour scheme can change.
  { name: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const;

/** A message that fades out has the contrast of nothing for a moment. */
const STAND_STILL = `(() => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
  document.adoptedStyleSheets = [still];
})()`;

/**
 * Checks that the page is accessible: WCAG 2.2 AA on phone and desk in both colour schemes, and nothing to scroll
 * sideways. Another language changes words alone: there the phone shows whether they are right and fit.
 */
export async function readable(page: Page, language: Language = LANGUAGES[0]) {
  expect(await page.evaluate('document.documentElement.lang')).toBe(language);
  const before = page.viewportSize();
  try {
    await page.evaluate(axe.source);
    await page.evaluate(STAND_STILL);
    await fits(page, NARROWEST);
    const isFirst = language === LANGUAGES[0];
    for (const width of isFirst ? WIDTHS : WIDTHS.slice(0, 1)) {
      await fits(page, width);
      for (const scheme of isFirst ? SCHEMES : SCHEMES.slice(0, 1)) {
        await page.emulateMedia({ colorScheme: scheme.name });
        const violations = await page.evaluate(
          `axe.run({ runOnly: ${JSON.stringify(scheme.rules)}, resultTypes: ['violations'], selectors: false }).then((result) =>
             result.violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html)))`,
        );
        expect(violations, `${language}, ${scheme.name}, ${width} px`).toStrictEqual([]);
      }
    }
  } finally {
    // The next test of a file uses the same page, and is not to fail because of the width.
    if (before) await page.setViewportSize(before);
  }
}

async function fits(page: Page, width: number) {
  await page.setViewportSize({ width, height: 640 });
  // What floats, such as an open menu, follows a little later.
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
}

/** Switches the page to the other language, by its own control: a button where it keeps a form. */
export async function switchTo(page: Page, language: Language) {
  const [navigation, name] = [page.getByRole('navigation'), LANGUAGE_NAMES[language]];
  await navigation.getByRole('link', { name }).or(navigation.getByRole('button', { name })).click();
  await page.locator(`html[lang=${language}]`).waitFor();
}

/** In every language that pages speak; the page is left in the first one. */
export async function readableInAll(page: Page) {
  await readable(page);
  for (const language of LANGUAGES.slice(1)) {
    await switchTo(page, language);
    await readable(page, language);
  }
  await switchTo(page, 'en');
}
