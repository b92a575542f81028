import { literal, TYPESCRIPT } from './literals.ts';
import { nameOfAnswer, nameOfEntry } from './names.ts';
import type { SampleOperation } from './samples.ts';

export function typescriptSample(operation: SampleOperation): string {
  const { answer, input, method } = operation;
  const call = (before: string, after = '') => callOf(operation, before, after);
  switch (answer.kind) {
    case 'list': {
      const entry = nameOfEntry(answer.entries);
      return `${call(`for await (const ${entry} of `, ')')}\n  console.log(${entry});`;
    }
    case 'stream':
      return `${call('const stream = await ', ';')}
const decoder = new TextDecoder();
for await (const part of stream) {
  console.log(decoder.decode(part, { stream: true }));
  break; // it has no end
}`;
    case 'nothing':
      return call('await ', ';');
    default: {
      const name = answer.kind === 'data' ? nameOfAnswer(answer.model, method) : 'csv';
      const picture =
        input?.type === 'Blob'
          ? "import { openAsBlob } from 'node:fs';\n\nconst picture = await openAsBlob('picture.png', { type: 'image/png' });\n"
          : '';
      return `${picture}${call(`const ${name} = await `, ';')}\nconsole.log(${name});`;
    }
  }
}

/** The last argument is an object, which may take several lines. */
function callOf({ resource, method, ids, request, input }: SampleOperation, before: string, after: string): string {
  const start = `${before}takilya.${resource}.${method}(`;
  const plain = [...ids.map(TYPESCRIPT.text), ...(input?.type === 'Blob' ? ['picture'] : [])].join(', ');
  const sent = request.body ?? request.query;
  if (!sent) return `${start}${plain})${after}`;
  const opened = start + (plain === '' ? '' : `${plain}, `);
  return `${opened}${literal(sent, TYPESCRIPT, '', opened.length + 1 + after.length)})${after}`;
}
