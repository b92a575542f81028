import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './command.ts';

/**
 * Reads secrets from standard input, one per line: prompted for and not echoed at a terminal, or piped by another
 * program. Arguments would be visible to every user of the machine.
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
      if (done) throw new UsageError(`standard input must have one line for each of: ${prompts.join(', ')}`);
      secrets.push(value.trim());
    }
    return secrets;
  } finally {
    lines.close();
  }
}
