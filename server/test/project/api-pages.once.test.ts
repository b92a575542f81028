import { expect, test } from 'vitest';
import { documents, textOf } from './documents.ts';

/** Every operation of the API, such as `GET /events/{id}`, from the types generated from its description. */
const operations = [
  ...textOf('sdk/typescript/src/generated/schema.ts').matchAll(/^ {2}'(\/[^']+)': \{$(.*?)^ {2}\};$/gms),
].flatMap(([, path, body = '']) =>
  [...body.matchAll(/^ {4}(get|put|post|delete): \{$/gm)].map(([, method = '']) => `${method.toUpperCase()} ${path}`),
);

/** `GET, PUT /organization` on a page stands for both. */
const documented = documents
  .filter((path) => path.startsWith('docs/api/'))
  .flatMap((path) => [...textOf(path).matchAll(/((?:[A-Z]+, )*[A-Z]+) (\/[\w/{}.-]*[\w}])/g)])
  .flatMap(([, methods = '', path]) => methods.split(', ').map((method) => `${method} ${path}`));

test('docs/api lists every operation of the API', () => {
  expect(operations.length).toBeGreaterThan(60);
  expect(operations.filter((operation) => !documented.includes(operation))).toEqual([]);
});
