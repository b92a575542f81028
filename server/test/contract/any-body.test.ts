import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { openMember } from '../fixtures/members.ts';
import { type Answer, openTestService } from '../fixtures/test-service.ts';
import { DOCUMENT, operationsOf, parseApiDocument, type Schema } from '../readers/api-document.ts';
import { isForPeople } from './callers.ts';
import { ourIds, REQUESTS } from './security.ts';

// The operations are read from the running app: a new one is tried without a line here.
const service = await openTestService({ environment: { SUBSCRIPTION_WRITES: 'enabled' } });
const owner = await openMember(service);
const ids = await ourIds(service);
afterAll(() => service.close());

const { text } = await service.request({ method: 'GET', url: DOCUMENT });
const { resolved } = await parseApiDocument(text);
const all = operationsOf(resolved).map(({ method, path, operation }) => ({
  method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE',
  path,
  operationId: operation.operationId,
  queryNames: (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
  bodySchema: operation.requestBody?.content['application/json']?.schema,
  request: REQUESTS[operation.operationId]?.(ids) ?? {},
}));

/** Creating a subscription always answers the contract's 503. Endless answers have their own tests. */
const LEFT_OUT = new Set(['POST /subscriptions', 'GET /live']);
const operations = all.filter(({ method, path }) => !LEFT_OUT.has(`${method} ${path}`));

/** Values that JSON.stringify cannot write, inserted into the JSON text. */
const RAW: Record<string, string> = {
  '"@huge"': '1e400',
  '"@minus-huge"': '-1e400',
  '"@minus-zero"': '-0',
  '"@long-digits"': '9'.repeat(400),
  '"@deep-array"': '['.repeat(3_000) + ']'.repeat(3_000),
  '"@deep-object"': `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
};
const jsonText = (value: unknown) => JSON.stringify(value).replace(/"@[a-z-]+"/g, (marker) => RAW[marker] ?? marker);

const NASTY = [
  ...[
    '',
    ' ',
    '\0',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '👩‍👩‍👧',
    "'; drop table events; --",
    '%s%n',
    '{}',
    'null',
  ],
  ...['0000-00-00T00:00:00Z', '9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00Z', '2027-02-30T00:00:00Z'],
  ...[
    '+275760-09-13T00:00:00Z',
    '1900-01-01T00:00:00',
    '2027-06-01T24:00:00Z',
    '2016-12-31T23:59:60Z',
    '9998-12-31T23:59:59',
  ],
  ...[
    'https://',
    'https://[',
    'https://a:99999',
    'http://localhost:0/%zz',
    'https://u:p@a.example/\u2028',
    'javascript:0',
  ],
  ...['a@b', 'a@b.c', '"a"@b.c', '@', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ...[0, -1, 0.1 + 0.2, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 5e-324, 1.7e308, 1_000_000, 10_000_000],
  ...[
    true,
    false,
    null,
    [],
    {},
    [null],
    [[]],
    { a: { b: [] } },
    ...Object.keys(RAW).map((marker) => marker.slice(1, -1)),
  ],
];
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...NASTY) },
  { weight: 2, arbitrary: fc.jsonValue() },
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer({ min: 190, max: 60_000 }).map((length) => 'x'.repeat(length)),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.double(),
  fc.constantFrom<unknown>(...Object.values(ids)),
);

/** The names of a schema's fields, inner ones as paths. */
const fieldPaths = (schema: Schema | undefined, prefix = ''): string[] =>
  Object.entries(schema?.properties ?? {}).flatMap(([name, inner]) => [
    prefix + name,
    ...fieldPaths(inner, `${prefix}${name}.`),
  ]);

/** The valid body with fields replaced or removed, or with unknown and dangerous ones added; or any value at all. */
function bodyOf(valid: object, fields: string[]) {
  const name = fc.constantFrom(...fields, '__proto__', 'constructor', 'toString', 'colour', '');
  const mutations = fc.array(fc.tuple(name, value, fc.boolean()), { minLength: 1, maxLength: 4 });
  const mutated = mutations.map((list) => {
    const body: Record<string, unknown> = structuredClone(valid) as Record<string, unknown>;
    for (const [path, put, gone] of list) {
      const [outer = '', inner] = path.split('.');
      const target = inner !== undefined && typeof body[outer] === 'object' && body[outer] !== null;
      const owner = (target ? body[outer] : body) as Record<string, unknown>;
      const key = target ? (inner ?? '') : outer;
      if (gone && put === null) delete owner[key];
      else Object.defineProperty(owner, key, { value: put, enumerable: true, writable: true, configurable: true });
    }
    return jsonText(body);
  });
  return fc.oneof({ weight: 6, arbitrary: mutated }, value.map(jsonText), fc.string({ maxLength: 50 }));
}

const key = { authorization: `Bearer ${service.ours.key}` };
const credentialsFor = (operationId: string) => (isForPeople(operationId) ? owner.headers : key);

const CODE = /^[a-z][a-z0-9_]*$/;

/** Never a status 500, always the envelope, and a 400 names the field. */
function expectOrderly({ status, body, text, headers }: Answer<unknown>, names: string[]) {
  // No server listens at the address of the payment provider.
  const isProviderAway = status === 503 && body.error.code === 'provider_unavailable';
  expect(isProviderAway ? 0 : status, text).toBeLessThan(500);
  if (status === 204 || (status === 200 && headers['content-type'] === 'text/csv; charset=utf-8')) return;
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Object.keys(body)).toEqual([status < 300 ? 'data' : 'error']);
  if (status < 300) return;
  expect(body.error).toMatchObject({ status, message: expect.stringMatching(/\S/), code: expect.stringMatching(CODE) });
  if (status !== 400) return;
  const { message, field = '' } = body.error;
  expect(message).toContain(field);
  expect(
    [...names, 'JSON'].some((name) => message.includes(name)),
    `${message} (${names})`,
  ).toBe(true);
}

describe('random requests', () => {
  test('with any body never answer 500, and a 400 names the field', async () => {
    const writing = operations.filter(({ bodySchema }) => bodySchema);
    expect(writing.length).toBeGreaterThan(5);
    const cases = fc.constantFrom(...writing).chain((operation) =>
      bodyOf(operation.request.body ?? {}, fieldPaths(operation.bodySchema)).map((payload) => ({
        operation,
        payload,
      })),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ({ operation: { operationId, method, path, bodySchema, request }, payload }) => {
        const url = `/api/v1${path.replace(/\{\w+\}/, request.id ?? '')}`;
        const headers = { ...credentialsFor(operationId), 'content-type': 'application/json' };
        expectOrderly(await service.request({ method, url, headers, payload }), fieldPaths(bodySchema));
      }),
      { numRuns: 2_000, interruptAfterTimeLimit: 15_000 },
    );
  });

  test('with any path or query never answer 500, and a 400 names the field', async () => {
    const word = fc.oneof(
      value.map((one) => (typeof one === 'string' ? one : jsonText(one))),
      fc.constantFrom(
        '../..',
        '.',
        '%00',
        '%',
        '%2e%2e',
        '*',
        ':id',
        'NaN',
        '-0',
        '1e3',
        '0x10',
        ...Object.values(ids),
      ),
    );
    const cases = fc.constantFrom(...operations).chain(({ operationId, method, path, queryNames }) =>
      fc.record({
        operationId: fc.constant(operationId),
        method: fc.constant(method),
        path: fc.constant(path),
        id: word,
        encode: fc.boolean(),
        query: fc.array(fc.tuple(fc.constantFrom(...queryNames, 'colour', '__proto__', 'status[]'), word), {
          maxLength: 3,
        }),
        queryNames: fc.constant(queryNames),
      }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ({ operationId, method, path, id, encode, query, queryNames }) => {
        // Without encoding, as a careless client sends it and Node's parser accepts it.
        const text = (one: string) =>
          encode
            ? encodeURIComponent(one.slice(0, 500).toWellFormed())
            : one.replace(/[^!-~]|[/?#\\]/g, '').slice(0, 3_000);
        const search = query.map(([name, one]) => `${text(name)}=${text(one)}`).join('&');
        const url = `/api/v1${path.replace(/\{\w+\}/, () => text(id) || 'x')}?${search}`;
        const answer = await service.request({ method, url, headers: credentialsFor(operationId) });
        expectOrderly(answer, ['id', 'provider', 'body', ...queryNames]);
      }),
      { numRuns: 2_000, interruptAfterTimeLimit: 15_000 },
    );
  });
});
