import { methodName, resourceName } from '../../scripts/sdk-python/names.ts';
import { pythonName, snakeCase } from '../../scripts/sdk-python/python.ts';
import { inOneLine, literal, PYTHON, WIDTH } from './literals.ts';
import { nameOfAnswer, nameOfEntry } from './names.ts';
import type { SampleOperation } from './samples.ts';

export function pythonSample(operation: SampleOperation): string {
  const { answer, input, method } = operation;
  switch (answer.kind) {
    case 'list': {
      const entry = snakeCase(nameOfEntry(answer.entries));
      return `for ${entry} in ${callOf(operation, `for ${entry} in `, 1)}:\n    print(${entry})`;
    }
    case 'stream':
      return `for message in ${callOf(operation, '', 0)}:\n    print(message)\n    break  # it has no end`;
    case 'nothing':
      return callOf(operation, '', 0);
    default: {
      const name = answer.kind === 'data' ? snakeCase(nameOfAnswer(answer.model, method)) : 'csv';
      const picture =
        input?.type === 'Blob' ? 'from pathlib import Path\n\npicture = Path("picture.png").read_bytes()\n' : '';
      return `${picture}${name} = ${callOf(operation, `${name} = `, 0)}\nprint(${name})`;
    }
  }
}

/** `before` stands in front of it, and so many characters behind. */
function callOf({ tag, operationId, ids, request, input }: SampleOperation, before: string, behind: number): string {
  const start = `takilya.${resourceName(tag)}.${methodName(operationId, tag)}(`;
  const plain = [...ids.map(PYTHON.text), ...(input?.type === 'Blob' ? ['picture', 'content_type="image/png"'] : [])];
  const named = Object.entries({ ...request.query, ...request.body }).map(([name, value]) => {
    const begin = `${pythonName(name)}=`;
    return { line: begin + inOneLine(value, PYTHON), lines: begin + literal(value, PYTHON, '    ', begin.length + 5) };
  });
  const line = `${start}${[...plain, ...named.map((one) => one.line)].join(', ')})`;
  if (before.length + line.length + behind <= WIDTH || named.length === 0) return line;
  return `${start}\n${[...plain, ...named.map(({ lines }) => lines)].map((one) => `    ${one},\n`).join('')})`;
}
