import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Program, repository, server } from '../server/test/process/start-server.ts';

test.each([
  ['--sed=1', "Unknown option '--sed'"],
  ['17', "Unexpected argument '17'"],
  ['--buyers=many', '--buyers must be an integer of at least 1'],
])('%s is refused with a reason, the usage and exit code 2', async (word, reason) => {
  const program = new Program([server[0], join(repository, 'simulate/main.ts'), word], {});
  expect((await program.end()).code).toBe(2);
  expect(program.errors.split('\n')[0]).toContain(reason);
  expect(program.errors).toContain('npm run simulate -- [--seed N]');
  expect(program.errors).not.toMatch(/^ +at /m);
});
