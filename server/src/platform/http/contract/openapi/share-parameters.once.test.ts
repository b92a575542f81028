import { expect, test } from 'vitest';
import { shareParameters } from './share-parameters.ts';

const id = { in: 'path', name: 'id', required: true, schema: { type: 'string' } };
const page = (most: number) => ({ in: 'query', name: 'per_page', required: false, schema: { maximum: most } });

test('a parameter that three operations have is written once; others of its name stay where they are', () => {
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

test('two operations keep theirs', () => {
  expect(shareParameters([{ parameters: [id] }, { parameters: [id] }]).parameters).toEqual({});
});
