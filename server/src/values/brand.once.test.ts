import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_COLOR, paletteOf, SCHEMES, SURFACES } from './brand.ts';
import { contrast, MIN_CONTRAST } from './color.ts';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe.each(SCHEMES)('any brand colour on %s pages', (scheme) => {
  const { paper, card, ink, quiet } = SURFACES[scheme];

  test('gives readable text in it and on it: WCAG AA', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { fill, onFill, strong, tint } = paletteOf(color, scheme);
        expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        for (const surface of [paper, card, tint])
          expect(contrast(strong, surface)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        for (const text of [ink, quiet]) expect(contrast(text, tint)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }),
      // All 16.7 million colours would take minutes: these are random ones and all greys.
      {
        numRuns: 5_000,
        examples: Array.from({ length: 256 }, (_, grey) => [`#${grey.toString(16).padStart(2, '0').repeat(3)}`]),
      },
    );
  });

  test('the surfaces match the style sheet', () => {
    const css = readFileSync(new URL('../platform/http/pages/page.css', import.meta.url), 'utf8');
    const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
    const rules = { light, dark }[scheme];
    const value = (name: string) =>
      new RegExp(`--${name}: (#[0-9a-f]+);`).exec(rules)?.[1]?.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3');
    expect({ paper: value('paper'), card: value('card'), ink: value('ink'), quiet: value('quiet') }).toEqual(
      SURFACES[scheme],
    );
  });
});

test('a readable colour is unchanged, and another one changes as little as necessary', () => {
  expect(paletteOf(DEFAULT_COLOR, 'light')).toMatchObject({
    fill: DEFAULT_COLOR,
    onFill: '#ffffff',
    strong: DEFAULT_COLOR,
  });
  expect(paletteOf('#ffe600', 'dark')).toMatchObject({ fill: '#ffe600', onFill: '#000000', strong: '#ffe600' });
  const { strong } = paletteOf('#ffe600', 'light');
  expect(contrast(strong, SURFACES.light.paper)).toBeLessThan(MIN_CONTRAST + 1.5);
});
