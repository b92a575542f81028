import { type OpenApi, operationsOf } from '../openapi-document.ts';
import { resourceClass, resourceName } from './names.ts';
import { groupByTag, type Method, methodOf } from './operations.ts';
import { docstring, GENERATED } from './python.ts';

const WIDTH = 100;

/** A module for each resource, and one that puts them together: file names with their content. */
export function resourceFiles(document: OpenApi): { name: string; content: string }[] {
  const groups = groupByTag(operationsOf(document.paths), document).map(({ tag, description, items }) => ({
    tag,
    description,
    methods: items.map((item) => methodOf(item, document)),
  }));
  for (const { tag, methods } of groups) {
    const names = methods.map(({ name }) => name);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    if (twice.length > 0) throw new Error(`Two operations of ${tag} have the name ${twice.join(', ')}: see names.ts`);
  }
  return [
    ...groups.map((group) => ({ name: `${resourceName(group.tag)}.py`, content: resourceFile(group) })),
    { name: 'resources.py', content: resourcesFile(groups) },
  ];
}

interface Group {
  tag: string;
  description: string;
  methods: Method[];
}

function resourceFile({ tag, description, methods }: Group): string {
  const code = (['sync', 'async'] as const)
    .map((color) => {
      const base = color === 'sync' ? 'Resource' : 'AsyncResource';
      const name = `${color === 'sync' ? '' : 'Async'}${resourceClass(tag)}`;
      const bodies = methods.map((method) => methodCode(method, color)).join('\n\n');
      return `class ${name}(${base}):\n${docstring([description], '    ')}\n\n${bodies}`;
    })
    .join('\n\n\n');
  const uses = (word: RegExp) => word.test(code);
  const typing = [uses(/Literal\[/) && 'Literal'].filter(Boolean);
  const collections = [uses(/ AsyncIterator\[/) && 'AsyncIterator', uses(/ Iterator\[/) && 'Iterator'].filter(Boolean);
  const lines = [
    collections.length > 0 && `from collections.abc import ${collections.join(', ')}`,
    typing.length > 0 && `from typing import ${typing.join(', ')}`,
    (collections.length > 0 || typing.length > 0) && '',
    uses(/LiveEvent/) && 'from .._live import LiveEvent',
    uses(/Pages\(/) && 'from .._pages import AsyncPages, Pages',
    `from .._request import ${['Request', uses(/ path\(/) && 'path'].filter(Boolean).join(', ')}`,
    'from .._resource import AsyncResource, Resource',
    uses(/models\./) && 'from . import models',
    uses(/Unpack\[/) &&
      '\nif sys.version_info >= (3, 11):\n    from typing import Unpack\nelse:\n    from typing_extensions import Unpack',
  ].filter((line) => line !== false);
  const system = uses(/Unpack\[/) ? ['import sys', ...(lines.includes('') ? [] : [''])] : [];
  return `${GENERATED}\n${[...system, ...lines].join('\n')}\n\n\n${code}\n`;
}

function methodCode(method: Method, color: 'sync' | 'async'): string {
  const { name, answer, kind, entry } = method;
  const [prefix, iterator] = color === 'sync' ? ['', 'Iterator'] : ['Async', 'AsyncIterator'];
  const returned =
    kind === 'pages'
      ? `${prefix}Pages[${entry?.type}, ${answer}]`
      : kind === 'live'
        ? `${iterator}[${answer}]`
        : answer;
  const request = call(`Request[${answer}]`, method.request, 12);
  const statement =
    kind === 'pages'
      ? `return ${prefix}Pages(\n            self._transport,\n            ${request},\n            "${entry?.field}",\n        )`
      : kind === 'live'
        ? `return self._transport.listen(${request})`
        : `${answer === 'None' ? '' : 'return '}${color === 'async' ? 'await ' : ''}self._transport.send(\n            ${request}\n        )`;
  const definition = `${color === 'async' && kind === 'request' ? 'async ' : ''}def ${name}`;
  return `    ${signature(definition, ['self', ...method.parameters], returned)}\n${method.docstring}\n        ${statement}`;
}

function call(name: string, items: string[], margin: number): string {
  const line = `${name}(${items.join(', ')})`;
  const space = ' '.repeat(margin);
  return margin + line.length <= WIDTH
    ? line
    : `${name}(\n${items.map((item) => `${space}    ${item},`).join('\n')}\n${space})`;
}

function signature(definition: string, parameters: string[], returned: string): string {
  const line = `${definition}(${parameters.join(', ')}) -> ${returned}:`;
  if (line.length + 4 <= WIDTH) return line;
  return `${definition}(\n${parameters.map((parameter) => `        ${parameter},`).join('\n')}\n    ) -> ${returned}:`;
}

function resourcesFile(groups: Group[]): string {
  const imports = groups.map(
    ({ tag }) => `from .${resourceName(tag)} import Async${resourceClass(tag)}, ${resourceClass(tag)}`,
  );
  const classOf = (prefix: '' | 'Async') => {
    const fields = groups.map(
      ({ tag, description }) =>
        `        self.${resourceName(tag)} = ${prefix}${resourceClass(tag)}(transport)\n${docstring([description], '        ')}`,
    );
    return `class ${prefix}Resources:
    """The resources of the API, each with its operations."""

    def __init__(self, transport: ${prefix}Transport) -> None:
${fields.join('\n')}`;
  };
  return `${GENERATED}
from .._transport import AsyncTransport, Transport
${imports.sort().join('\n')}


${classOf('')}


${classOf('Async')}
`;
}
