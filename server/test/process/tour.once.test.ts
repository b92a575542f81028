import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installedProgram, withValues } from './documented.ts';
import { newDataDir, Program, repository, startServer } from './start-server.ts';

const BETWEEN_BLOCKS = '----- next block -----';

/** The commands of docs/tour.md in order, each with the answer that the page shows for it. */
const blocks = [
  ...readFileSync(join(repository, 'docs/tour.md'), 'utf8').matchAll(/^```sh\n(.*?)^```\n(?:```\n(.*?)^```\n)?/gms),
].map(([, commands = '', shown = '']) => ({ commands, shown }));

/**
 * Matches what the page shows: `…` stands for anything, and a line that begins with a space continues the one before.
 */
const asShown = (shown: string) =>
  new RegExp(
    `^${shown
      .replaceAll('\n ', '')
      .trim()
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.*?')}$`,
    's',
  );

test.skipIf(!installedProgram('curl'))('the tour works as written', async () => {
  const dataDir = await newDataDir('demo');
  const { url } = await startServer({ DATA_DIR: dataDir, DEMO: '1', RATE_LIMIT_PER_MINUTE: '' });
  const here = url.replace('127.0.0.1', 'localhost');
  const script = withValues(blocks.map(({ commands }) => commands).join(`echo '${BETWEEN_BLOCKS}'\n`), {
    'http://localhost:3000': here,
    './data/': `${dataDir}/`,
    'ls data/': `ls ${dataDir}/`,
  });

  const shell = new Program(['sh', '-eu'], {}, script);
  const { code } = await shell.end();
  expect(shell.errors).toBe('');
  expect(code).toBe(0);

  // Lines of CSV end with CRLF.
  const printed = shell.output.replaceAll(here, 'http://localhost:3000').replaceAll('\r\n', '\n');
  const answers = printed.split(`${BETWEEN_BLOCKS}\n`);
  expect(blocks.length).toBeGreaterThan(10);
  expect(answers).toHaveLength(blocks.length);
  for (const [index, { commands, shown }] of blocks.entries())
    expect(answers[index]?.trim(), commands).toMatch(asShown(shown));
});
