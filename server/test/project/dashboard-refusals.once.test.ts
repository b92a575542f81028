import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../../dashboard/src/api/problem.ts';
import { REFUSAL_TEXTS, refusalWords } from '../../../dashboard/src/refusals/refusal-words.ts';
import { readApiDocument } from '../../../scripts/api-document.ts';
import { declaredRefusals } from '../../../scripts/declared-refusals.ts';
import { exampleSentence } from '../../../scripts/errors-page.ts';
import type { AnyDeclaration } from '../../src/platform/refusals/declaration.ts';
import type { ApiDocument } from '../readers/api-document.ts';

const root = join(import.meta.dirname, '../../../dashboard/src');
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));

const domains = await declaredRefusals();
const declared = new Map([...domains.values()].flat().map(({ code, declaration }) => [code, declaration]));
const document: ApiDocument = JSON.parse(await readApiDocument());

/** Error codes of the operations that the dashboard calls, and of its log-in pages. */
function codesMet(): string[] {
  const asked = sources.flatMap((text) => [...text.matchAll(/\bapi\.(GET|POST|PUT|DELETE)\(\s*'([^']+)'/g)]);
  expect(asked.length).toBeGreaterThan(50);
  const ofOperations = asked.flatMap(([, method = '', path = '']) => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`the document has no ${method} ${path}`);
    return operation['x-error-codes'] ?? [];
  });
  return [
    ...new Set([
      ...document['x-error-codes'],
      ...ofOperations,
      ...(domains.get('accounts') ?? []).map(({ code }) => code),
    ]),
  ];
}

/** Codes of the dashboard itself, for missing or unreadable answers. */
const OWN = ['unreachable', 'timed_out', 'unexplained', 'not_available', 'page_not_loaded'];

/** Its message has field names of the API, which people do not know. */
function namesFields(declaration: AnyDeclaration): boolean {
  const { field, facts = {} } = declaration;
  const sentence = exampleSentence(declaration).replaceAll(/<[^>]*>|\w+_…/g, '');
  const isField = field !== undefined && /^[a-z]/.test(field) && sentence.includes(field);
  return 'field' in facts || isField || /\b[a-z]+_[a-z_]+\b/.test(sentence);
}

describe('the dashboard has its own message for each error code', () => {
  const met = codesMet();

  test.each(met)('%s, in Filipino', (code) => {
    expect(REFUSAL_TEXTS.fil[code]).toBeDefined();
  });

  test.each(met.filter((code) => namesFields(declared.get(code) as AnyDeclaration)))('%s, in English', (code) => {
    expect(REFUSAL_TEXTS.en[code]).toBeDefined();
  });

  test.each(['en', 'fil'] as const)(
    'every message (%s) belongs to a code of the server and uses only its facts',
    (language) => {
      for (const [code, words] of Object.entries(REFUSAL_TEXTS[language])) {
        if (OWN.includes(code)) continue;
        const declaration = declared.get(code);
        expect(declaration, code).toBeDefined();
        const known = new Set([...Object.keys(declaration?.facts ?? {}), ...(declaration?.field ? ['field'] : [])]);
        const facts = new Proxy({} as Record<string, unknown>, {
          get(_, name) {
            expect(known, `${code} is said with ${String(name)}`).toContain(name);
            return [{}];
          },
        });
        if (typeof words !== 'string') words(facts);
      }
    },
  );

  test('messages use the form’s names of fields', () => {
    const problem = new Problem({
      status: 400,
      code: 'fields_out_of_order',
      message: 'end_datetime must be after start_datetime',
      field: 'end_datetime',
      details: { relation: 'after', other: 'start_datetime' },
    });
    expect(refusalWords('en', problem, { end_datetime: 'Ends', start_datetime: 'Starts' })).toBe(
      '“Ends” must be after “Starts”',
    );
    expect(refusalWords('fil', problem, { end_datetime: 'Katapusan', start_datetime: 'Simula' })).toBe(
      'Ang “Katapusan” ay dapat pagkatapos ng “Simula”',
    );
    expect(refusalWords('en', problem)).toBe('end_datetime must be after start_datetime');
  });

  test.each([
    [
      { type: 'integer', minimum: 1, maximum: 1_000_000 },
      'a whole number from 1 to 1,000,000',
      'buong numero mula 1 hanggang 1,000,000',
    ],
    [
      { type: ['number', 'null'], format: 'pesos', minimum: 0 },
      'an amount of at least 0, with at most two decimals',
      'halaga na hindi bababa sa 0, na hanggang dalawang decimal lang',
    ],
    [
      { type: 'string', format: 'name', minLength: 1, maxLength: 200 },
      'text with 1 to 200 characters',
      'text na may 1 hanggang 200 character',
    ],
    [{ type: ['string', 'null'], enum: ['a', 'b', null] }, 'one of a, b', 'isa sa mga ito: a, b'],
    [
      { type: 'string', format: 'https-url', maxLength: 2_048 },
      'a link that starts with https://',
      'link na nagsisimula sa https://',
    ],
    [{ type: 'array', minItems: 1 }, 'a list with 1 or more entries', 'listahan na may 1 o higit pang entry'],
  ])('%j', (rule, english, filipino) => {
    const problem = new Problem({ status: 400, code: 'invalid_field', message: '', field: 'x', details: { rule } });
    expect(refusalWords('en', problem)).toBe(`x must be ${english}`);
    expect(refusalWords('fil', problem)).toBe(`Ang x ay dapat ${filipino}`);
  });

  test('a name that is refused because mail programs make a link of it says so', () => {
    const rule = { type: ['string', 'null'], format: 'person-name', minLength: 1, maxLength: 200 };
    const problem = new Problem({ status: 400, code: 'invalid_field', message: '', field: 'x', details: { rule } });
    expect(refusalWords('en', problem)).toMatch(/ 1 to 200 characters, without line breaks and web addresses$/);
    expect(refusalWords('fil', problem)).toMatch(/ 200 character, na walang putol ng linya at web address$/);
  });

  test.each(['held', 'sold', 'blocked'])('a seat that is %s is said in Filipino', (status) => {
    const seats = [{ id: 'x', section: 'Orchestra', row: 'A', seat: 1, status }];
    const problem = new Problem({ status: 409, code: 'seats_taken', message: '', details: { seats } });
    expect(refusalWords('fil', problem)).toMatch(/^Ang upuan A-1 ay (?!undefined)\S/);
  });

  test.each(['en', 'fil'] as const)('amounts are written as everywhere on the page (%s)', (language) => {
    const words = (difference: number) =>
      refusalWords(
        language,
        new Problem({ status: 409, code: 'difference_changed', message: '', details: { difference } }),
      );
    expect(words(1_234.5)).toContain('₱1,234.50');
    expect(words(-200)).toContain('-₱200.00');
  });

  test('an unknown code of a newer server shows the server’s message', () => {
    const problem = new Problem({ status: 409, code: 'never_heard_of', message: 'Too late for that' });
    expect(refusalWords('fil', problem)).toBe('Too late for that');
  });
});
