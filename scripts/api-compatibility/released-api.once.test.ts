import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readApiDocument } from '../api-document.ts';
import { RELEASED_DOCUMENT, type ReleasedDocument } from '../release-api.ts';
import { breakingChanges } from './compare-documents.ts';
import { WANTED_BREAKS } from './wanted-breaks.ts';

const released: ReleasedDocument = JSON.parse(readFileSync(RELEASED_DOCUMENT, 'utf8'));

test(`today's API has no breaking change since the release, except those in wanted-breaks.ts`, async () => {
  const today = JSON.parse(await readApiDocument());
  const found = breakingChanges({ released, today });
  expect(found, 'Undo the change, or declare it in scripts/api-compatibility/wanted-breaks.ts').toEqual(
    Object.keys(WANTED_BREAKS).sort(),
  );
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const unannounced = Object.keys(WANTED_BREAKS).filter((change) => !changelog.includes(change));
  expect(unannounced, 'Name the change in CHANGELOG.md, so that clients learn of it').toEqual([]);
});

/** An API with one of everything that the comparison looks at. */
const small = () => ({
  'x-error-codes': ['rate_limited'],
  components: {
    parameters: { Page: { in: 'query', name: 'page', schema: { type: 'integer', maximum: 100 } } },
    schemas: {
      Size: { type: 'string', enum: ['small', 'large'] },
      HatInput: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 20 },
          size: { $ref: '#/components/schemas/Size' },
          note: { type: ['string', 'null'] },
          price: { type: 'number', minimum: 0 },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
      Hat: {
        type: 'object',
        required: ['id', 'made'],
        properties: {
          id: { type: 'string' },
          count: { type: 'integer' },
          size: { anyOf: [{ $ref: '#/components/schemas/Size' }, { type: 'null' }] },
          made: { type: 'string', format: 'date-time' },
          inner: { type: 'array', items: { $ref: '#/components/schemas/Hat' } },
        },
      },
    },
  },
  paths: {
    '/hats': {
      post: {
        operationId: 'createHat',
        'x-error-codes': ['no_felt'],
        parameters: [{ $ref: '#/components/parameters/Page' }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/HatInput' } } } },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Hat' } } } } },
      },
    },
  },
  webhooks: {
    'hat.sold': {
      post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Hat' } } } } },
    },
  },
});
type Small = ReturnType<typeof small>;

function changesAfter(change: (today: Record<string, never> & Small) => unknown): string[] {
  const today = small();
  change(today as never);
  return breakingChanges({ released: small() as never, today: today as never });
}

const edit = (target: object, changed: object) => Object.assign(target, changed);
const post = (today: Small) => today.paths['/hats'].post;
const sent = (today: Small) => today.components.schemas.HatInput;
const answered = (today: Small) => today.components.schemas.Hat;
const parameter = (today: Small) => today.components.parameters.Page;
const remove = (from: object, name: string) => Reflect.deleteProperty(from, name);

const IN = 'POST /hats, request: ';
const OUT = 'POST /hats, answer 201: ';
const HOOK = 'webhook hat.sold: ';

describe('each rule finds its breaking change', () => {
  test.each<[string, (today: Small) => unknown, string[]]>([
    [
      'an operation is removed',
      (a) => remove(a.paths['/hats'], 'post'),
      ['POST /hats: was removed', 'error code no_felt: was removed'],
    ],
    [
      'an operation is renamed',
      (a) => edit(post(a), { operationId: 'addHat' }),
      ['POST /hats: operationId is addHat now'],
    ],
    ['a body becomes required', (a) => edit(post(a).requestBody, { required: true }), [`${IN}a body is required now`]],
    [
      'a body of this type is refused',
      (a) => remove(post(a).requestBody.content, 'application/json'),
      [`${IN}application/json was removed`],
    ],
    ['a success is removed', (a) => remove(post(a).responses, '201'), ['POST /hats, answer 201: was removed']],
    ['a success is added', (a) => edit(post(a).responses, { 202: {} }), ['POST /hats, answer: may be 202']],
    [
      'an answer of this type is removed',
      (a) => remove(post(a).responses[201].content, 'application/json'),
      [`${OUT}application/json was removed`],
    ],
    ['a parameter is removed', (a) => edit(post(a), { parameters: [] }), ['POST /hats, query page: was removed']],
    [
      'a parameter becomes required',
      (a) => edit(parameter(a), { required: true }),
      ['POST /hats, query page: is required now'],
    ],
    [
      'a limit of a parameter is lowered',
      (a) => edit(parameter(a).schema, { maximum: 50 }),
      ['POST /hats, query page: maximum is 50 now'],
    ],
    ['a sent field is removed', (a) => remove(sent(a).properties, 'note'), [`${IN}note: was removed`]],
    [
      'a sent field becomes required',
      (a) => edit(sent(a), { required: ['name', 'note'] }),
      [`${IN}note: is required now`],
    ],
    [
      'a new sent field is required',
      (a) => edit(sent(a), { required: ['name', 'colour'] }),
      [`${IN}colour: is required now`],
    ],
    [
      'a sent field refuses null',
      (a) => edit(sent(a).properties.note, { type: 'string' }),
      [`${IN}note: may no longer be null`],
    ],
    [
      'a sent field has another type',
      (a) => edit(sent(a).properties.name, { type: 'integer' }),
      [`${IN}name: may no longer be string`],
    ],
    [
      'a sent number must be whole',
      (a) => edit(sent(a).properties.price, { type: 'integer' }),
      [`${IN}price: may no longer be number`],
    ],
    [
      'a sent text must be a date',
      (a) => edit(sent(a).properties.name, { format: 'date' }),
      [`${IN}name: may no longer be string`],
    ],
    [
      'a longest length is lowered',
      (a) => edit(sent(a).properties.name, { maxLength: 10 }),
      [`${IN}name: maxLength is 10 now`],
    ],
    ['a minimum is raised', (a) => edit(sent(a).properties.price, { minimum: 1 }), [`${IN}price: minimum is 1 now`]],
    ['a limit is new', (a) => edit(sent(a).properties.tags, { maxItems: 5 }), [`${IN}tags: maxItems is 5 now`]],
    ['a pattern is new', (a) => edit(sent(a).properties.name, { pattern: 'x' }), [`${IN}name: pattern is x now`]],
    [
      'an entry of a sent list has another type',
      (a) => edit(sent(a).properties.tags.items, { type: 'integer' }),
      [`${IN}tags[]: may no longer be string`],
    ],
    [
      'a sent text must be of a list',
      (a) => edit(sent(a).properties.name, { enum: ['a'] }),
      [`${IN}name: must be one of a`],
    ],
    [
      'an answered field is removed',
      (a) => remove(answered(a).properties, 'count'),
      [`${OUT}count: was removed`, `${HOOK}count: was removed`],
    ],
    [
      'an answered field may be missing',
      (a) => edit(answered(a), { required: ['made'] }),
      [`${OUT}id: may be missing`, `${HOOK}id: may be missing`],
    ],
    [
      'an answered field may be null',
      (a) => edit(answered(a).properties.id, { type: ['string', 'null'] }),
      [`${OUT}id: may be null`, `${HOOK}id: may be null`],
    ],
    [
      'an answered number may be a fraction',
      (a) => edit(answered(a).properties.count, { type: 'number' }),
      [`${OUT}count: may be number`, `${HOOK}count: may be number`],
    ],
    [
      'an answered date may be any text',
      (a) => remove(answered(a).properties.made, 'format'),
      [`${OUT}made: may be string`, `${HOOK}made: may be string`],
    ],
    [
      'a value is removed that is sent',
      (a) => a.components.schemas.Size.enum.pop(),
      [`${IN}size: may no longer be large`],
    ],
    [
      'a value is added that is answered',
      (a) => a.components.schemas.Size.enum.push('huge'),
      [`${OUT}size: may be huge`, `${HOOK}size: may be huge`],
    ],
    [
      'an answered value may be any',
      (a) => edit(answered(a).properties, { size: { type: ['string', 'null'] } }),
      [`${OUT}size: may be any value`, `${HOOK}size: may be any value`],
    ],
    ['a notification is removed', (a) => remove(a.webhooks, 'hat.sold'), ['webhook hat.sold: was removed']],
    ['an error code is removed', (a) => edit(post(a), { 'x-error-codes': [] }), ['error code no_felt: was removed']],
  ])('%s', (_, change, expected) => {
    expect(changesAfter(change)).toEqual(expected);
  });
});

describe('what clients do not notice is no breaking change', () => {
  test.each<[string, (today: Small) => unknown]>([
    ['nothing changes', () => {}],
    ['an operation is added', (a) => edit(a.paths, { '/shoes': a.paths['/hats'] })],
    ['a field is added to an answer', (a) => edit(answered(a).properties, { colour: { type: 'string' } })],
    ['an optional field is added to a request', (a) => edit(sent(a).properties, { colour: { type: 'string' } })],
    ['an optional parameter is added', (a) => post(a).parameters.push({ in: 'query', name: 'q', schema: {} } as never)],
    ['a sent field becomes optional', (a) => edit(sent(a), { required: [] })],
    ['a limit is raised', (a) => edit(sent(a).properties.name, { maxLength: 30 })],
    ['a pattern is removed that was never there', (a) => remove(sent(a).properties.name, 'pattern')],
    [
      'an answered field is never null any more',
      (a) => edit(answered(a).properties.size, { anyOf: [{ $ref: '#/components/schemas/Size' }] }),
    ],
    [
      'a model has another name',
      (a) => {
        edit(a.components.schemas, { Cap: answered(a) });
        post(a).responses[201].content['application/json'].schema.$ref = '#/components/schemas/Cap';
      },
    ],
    ['an error code is added', (a) => a['x-error-codes'].push('out_of_hats')],
  ])('%s', (_, change) => {
    expect(changesAfter(change)).toEqual([]);
  });
});
