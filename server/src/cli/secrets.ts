import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './command.ts';

/**
 * Reads secrets from standard input, one a line: asked for one by one at a terminal, without showing what is typed, or as
 * another program sends them. Never from arguments, which every user of the machine can see.
 * @throws UsageError when there are fewer lines
 */
export async function readSecrets(prompts: string[]): Promise<string[]> {
  const isTerminal = process.stdin.isTTY === true;
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nothing, terminal: isTerminal });
  try {
    const secrets: string[] = [];
    const iterator = lines[Symbol.asyncIterator]();
    for (const prompt of prompts) {
      if (isTerminal) process.stderr.write(`${prompt}: `);
      const { value, done } = await iterator.next();
      if (isTerminal) process.stderr.write('\n');
      if (done) throw new UsageError(`standard input must have a line for each of: ${prompts.join(', ')}`);
      secrets.push(value.trim());
    }
    return secrets;
  } finally {
    lines.close();
  }
}
