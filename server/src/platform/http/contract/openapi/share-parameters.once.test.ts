import { expect, test } from 'vitest';
import { shareParameters } from './share-parameters.ts';

const id = { in: 'path', name: 'id', required: true, schema: { type: 'string' } };
const page = (most: number) => ({ in: 'query', name: 'per_page', required: false, schema: { maximum: most } });

test('a parameter of three operations is shared; other parameters of the same name stay inline', () => {
  const operations = [50, 100, 100, 100].map((most) => ({ parameters: [id, page(most)] }));
  const { described, parameters } = shareParameters(operations);
  const { required: _, ...shared } = page(100);
  expect(parameters).toEqual({ Id: id, PerPage: shared });
  const reference = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  expect(described[0]).toEqual({
    parameters: [reference('Id'), { in: 'query', name: 'per_page', schema: { maximum: 50 } }],
  });
  for (const operation of described.slice(1))
    expect(operation).toEqual({ parameters: [reference('Id'), reference('PerPage')] });
});

test('a parameter of two operations stays inline', () => {
  expect(shareParameters([{ parameters: [id] }, { parameters: [id] }]).parameters).toEqual({});
});
