import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { newDataDir, Program, repository, server } from './start-server.ts';

const program = [server[0], join(repository, 'server/dist/takilya.js')];

async function run(env: NodeJS.ProcessEnv, words: string, input?: string) {
  const ran = new Program([...program, ...words.split(' ')], env, input);
  const { code } = await ran.end();
  return { code, output: ran.output, errors: ran.errors };
}

test('a dump of the embedded database is restored to PostgreSQL completely, once, and identically', async () => {
  const embedded = { DATA_DIR: await newDataDir('demo') };
  // A pasted line separator: it ends a line of text, but not a line of a dump.
  await run(embedded, 'organizations create --name Sining\u2028Larawan');
  const dumped = await run(embedded, 'dump');
  expect(dumped).toMatchObject({ code: 0, errors: expect.stringMatching(/\d{3} rows were written/) });

  const databaseUrl = await createPostgresDatabase();
  const postgres = { DATA_DIR: await newDataDir(), DATABASE_URL: databaseUrl };
  // Nothing of a truncated dump is kept, even if it ends between two lines.
  const lines = dumped.output.split('\n');
  for (const [what, text] of Object.entries({
    'cut in a line': dumped.output.slice(0, dumped.output.length / 2),
    'without its last rows': [...lines.slice(0, -3), ...lines.slice(-1)].join('\n'),
    'without a table': lines.toSpliced(4, 1).join('\n'),
    'written twice': dumped.output + dumped.output,
  })) {
    const refused = await run(postgres, 'restore', text);
    expect(refused, what).toMatchObject({ code: 1, output: '' });
    expect(refused.errors, what).toContain('the dump is incomplete');
  }
  expect(await run(postgres, 'restore', dumped.output)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\d{3} rows were restored/),
  });
  expect((await run(postgres, 'dump')).output).toBe(dumped.output);
  const db = await openDatabase({ dataDir: '', databaseUrl });
  try {
    await expectConsistency(db);
  } finally {
    await db.close();
  }

  for (const [env, input, words] of [
    [postgres, dumped.output, 'the database is not empty'],
    [{ DATA_DIR: await newDataDir('migrate') }, 'id,name\n1,Ana\n', 'this is not a dump of Takilya'],
    [
      { DATA_DIR: await newDataDir('migrate') },
      '{"takilya":"dump","migrations":["0001-box-office"]}\n',
      'another version',
    ],
  ] as const) {
    const refused = await run(env, 'restore', input);
    expect(refused).toMatchObject({ code: 1, output: '' });
    expect(refused.errors).toContain(words);
  }
});
