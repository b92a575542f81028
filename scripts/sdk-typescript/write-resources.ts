import type { OpenApi } from '../openapi-document.ts';
import type { DescribedOperation } from './described-operations.ts';
import { pascalCase, resourceOf } from './method-names.ts';

/** As Biome sorts imports, and the names in one. */
const byName = (one: string, other: string) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1);
const byPath = (one: string, other: string) =>
  one.slice(one.indexOf('from')) < other.slice(other.indexOf('from')) ? -1 : 1;

const MAX_COMMENT_WIDTH = 110;

/** The class of each resource by its name, and the class that has them all. */
export function writeResources(operations: DescribedOperation[], { tags }: OpenApi) {
  const resources = Map.groupBy(operations, ({ resource }) => resource);
  const about = new Map(tags.map(({ name, description }) => [resourceOf(name), description]));
  const files = [...resources].map(([name, methods]) => ({
    name: `resources/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
    className: `${pascalCase(name)}Operations`,
    resource: name,
    content: writeResource(`${pascalCase(name)}Operations`, about.get(name) ?? '', methods),
  }));
  const imports = files.map(({ className, name }) => `import { ${className} } from './${name}';`).sort(byPath);
  const fields = files.map(
    ({ resource, className }) => `${comment(about.get(resource) ?? '')}readonly ${resource}: ${className};`,
  );
  const made = files.map(({ resource, className }) => `this.${resource} = new ${className}(api);`);
  const all = `import type { Api } from '../core/api.ts';
${imports.join('\n')}
import type { paths } from './schema.ts';

/** Every operation of the API, by resource. */
export class Resources {
${fields.join('\n')}

constructor(api: Api<paths>) {
${made.join('\n')}
}
}
`;
  return [...files.map(({ name, content }) => ({ name, content })), { name: 'resources.ts', content: all }];
}

function writeResource(className: string, about: string, methods: DescribedOperation[]): string {
  const names = methods.map(({ method }) => method);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`${className} has two methods ${twice}: name one in method-names.ts`);
  const kinds = methods.map(({ answer }) => answer.kind);
  const bare = kinds.some((kind) => kind !== 'list' && kind !== 'data');
  const values = [...(bare ? ['bodyOf'] : []), ...(kinds.includes('data') ? ['dataOf'] : [])];
  const types = [...new Set(methods.flatMap(modelsOf))].sort(byName);
  const imports = [
    ...(values.length > 0 ? [`import { type Answered, ${values.join(', ')} } from '../../core/answered.ts';`] : []),
    "import type { Api } from '../../core/api.ts';",
    `import type { CallOptions${methods.some(({ query }) => query !== 'none') ? ', QueryOf' : ''} } from '../../core/operation-types.ts';`,
    ...(kinds.includes('list') ? ["import { Pages } from '../../core/pages.ts';"] : []),
    ...(types.length > 0 ? [`import type { ${types.join(', ')} } from '../models.ts';`] : []),
    "import type { paths } from '../schema.ts';",
  ];
  return `${imports.join('\n')}

${comment(about)}export class ${className} {
readonly #api: Api<paths>;

constructor(api: Api<paths>) {
this.#api = api;
}

${methods.map(writeMethod).join('\n\n')}
}
`;
}

function modelsOf({ answer, input, parts }: DescribedOperation): string[] {
  const answered = answer.kind === 'data' ? [answer.model] : answer.kind === 'list' ? [answer.model, answer.entry] : [];
  const sent = [...parts.map(({ type }) => type), ...(input ? [input.type] : [])];
  return [...answered, ...sent.filter((type) => type !== 'Blob' && type !== 'string')];
}

function writeMethod(operation: DescribedOperation): string {
  const { method, verb, path, parts, query, input } = operation;
  const queryType = `QueryOf<paths, '${path}', '${verb.toLowerCase()}'>`;
  const parameters = [
    ...parts.map(({ parameter, type }) => `${parameter}: ${type}`),
    ...(input ? [`${input.type === 'Blob' ? 'picture' : 'input'}${input.optional ? '?' : ''}: ${input.type}`] : []),
    ...(query === 'none' ? [] : [`query${query === 'optional' ? '?' : ''}: ${queryType}`]),
    'options?: CallOptions',
  ];
  const { answer } = operation;
  const inPath = parts.map(({ name, parameter }) => (name === parameter ? name : `${name}: ${parameter}`)).join(', ');
  const params = [
    ...(parts.length > 0 ? [`path: { ${inPath} }`] : []),
    ...(answer.kind === 'list'
      ? [`query: { per_page: ${answer.perPage}, ...query, page: page ?? query?.page }`]
      : query === 'none'
        ? []
        : ['query']),
  ];
  const call = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(input ? [input.type === 'Blob' ? 'body: picture' : 'body: input'] : []),
    '...options',
  ];
  const sent = `this.#api.${verb}('${path}', { ${call.join(', ')} })`;
  return `${documentation(operation)}${method}(${parameters.join(', ')}): ${answerType(operation)} {
return ${wrapped(operation, sent)};
}`;
}

function answerType({ answer }: DescribedOperation): string {
  switch (answer.kind) {
    case 'data':
      return `Answered<${answer.model}>`;
    case 'list':
      return `Pages<${answer.model}, ${answer.entry}>`;
    case 'text':
      return 'Answered<string>';
    case 'stream':
      return 'Answered<ReadableStream<Uint8Array>>';
    case 'nothing':
      return 'Answered<undefined>';
  }
}

function wrapped({ answer }: DescribedOperation, sent: string): string {
  if (answer.kind === 'list') return `new Pages((page) => ${sent}, ({ ${answer.entries} }) => ${answer.entries})`;
  return answer.kind === 'data' ? `dataOf(${sent})` : `bodyOf(${sent})`;
}

function documentation({ summary, description, verb, path, codes }: DescribedOperation): string {
  const errors = codes.length === 0 ? '' : `@throws TakilyaError ${codes.map((code) => `\`${code}\``).join(', ')}`;
  return comment([`${summary}: \`${verb} ${path}\`.`, description, errors].filter((part) => part !== '').join('\n\n'));
}

/** A doc comment, with long lines broken. */
export function comment(text: string): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '* /').split('\n').flatMap(broken);
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

function broken(line: string): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < MAX_COMMENT_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
