import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { declaredRefusals } from './declared-refusals.ts';
import { ERRORS_PAGE, errorsPage, exampleSentence, REMEDIES, remedies } from './errors-page.ts';

const refusals = [...(await declaredRefusals()).values()].flat();

describe('the declared refusals', () => {
  test('are in docs/errors.md with cause and remedy (npm run generate)', async () => {
    const page = await readFile(ERRORS_PAGE, 'utf8');
    expect(page).toBe(await errorsPage());
    for (const { code, declaration } of refusals) expect(page).toContain(`### \`${code}\`\n\n${declaration.status}`);
  });

  test('have their remedies in mcp/remedies.json (npm run generate)', async () => {
    expect(await readFile(REMEDIES, 'utf8')).toBe(await remedies());
  });

  test('have unique codes', () => {
    const codes = refusals.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter((code, index) => codes.indexOf(code) < index)).toEqual([]);
  });

  test('name the field that is wrong in the message of a 400', () => {
    const withField = refusals.filter(({ declaration }) => declaration.status === 400 && declaration.field);
    expect(withField.length).toBeGreaterThan(20);
    for (const { code, declaration } of withField) {
      expect(exampleSentence(declaration), code).toContain(declaration.field);
    }
  });

  test.each(refusals.map((refusal) => [refusal.code, refusal.declaration] as const))(
    '%s is complete',
    (code, declaration) => {
      expect(code).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
      for (const words of [declaration.cause, declaration.remedy]) expect(words).toMatch(/^["`A-Z].*[.]$/);
      const waits = declaration.status === 429 || declaration.status === 503;
      expect(Object.keys(declaration.facts ?? {}).includes('retry_after_seconds')).toBe(waits);
    },
  );
});
