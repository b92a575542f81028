import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html } from './html.ts';

describe('the html tag', () => {
  test('escapes characters that could end a text or a quoted attribute', () => {
    expect(html`<b title="${`"'`}">${'<script>&'}</b>`.text).toBe('<b title="&quot;&#39;">&lt;script&gt;&amp;</b>');
  });

  test('never lets a value add markup', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(html`${value}`.text).not.toMatch(/[<>"']/);
      }),
    );
  });

  test('preserves every value: unescaping gives it back', () => {
    const decoded = (text: string) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(decoded(html`${value}`.text)).toBe(value);
      }),
    );
  });

  test('inserts html unescaped, and lists item by item', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  });

  test('writes nothing for null, undefined and false, and writes numbers', () => {
    expect(html`(${null}${undefined}${false})(${0})`.text).toBe('()(0)');
  });

  test('escapes the text of an object that only looks like html', () => {
    const impostor = { text: '<i>', toString: () => '<i>' } as unknown as string;
    expect(html`${impostor}`.text).toBe('&lt;i&gt;');
  });
});
