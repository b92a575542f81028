import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installedProgram, withValues } from './documented.ts';
import { newDataDir, Program, repository, startServer } from './start-server.ts';

const BETWEEN_BLOCKS = '----- next block -----';

/** Guides that a reader follows with curl. The first shows all events of the demo data, so it comes first. */
const PAGES = ['docs/tour.md', 'docs/seat-map.md', 'docs/on-sale.md'];

/** The commands of a page in order, each with the answer that the page shows for it. */
const blocksOf = (page: string) =>
  [...readFileSync(join(repository, page), 'utf8').matchAll(/^```sh\n(.*?)^```\n(?:```\n(.*?)^```\n)?/gms)].map(
    ([, commands = '', shown = '']) => ({ commands, shown }),
  );

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

test.skipIf(!installedProgram('curl'))(`${PAGES.join(', ')} work as written`, async () => {
  const dataDir = await newDataDir('demo');
  const { url } = await startServer({ DATA_DIR: dataDir, DEMO: '1', RATE_LIMIT_PER_MINUTE: '' });
  const here = url.replace('127.0.0.1', 'localhost');
  for (const page of PAGES) {
    const blocks = blocksOf(page);
    const script = withValues(blocks.map(({ commands }) => commands).join(`echo '${BETWEEN_BLOCKS}'\n`), {
      'http://localhost:3000': here,
      './data/': `${dataDir}/`,
      // A reader takes a second to read on, in which the mail is sent.
      ...(page === 'docs/tour.md'
        ? { 'ls data/': `until ls ${dataDir}/mail/*.eml >/dev/null 2>&1; do sleep 0.1; done\nls ${dataDir}/` }
        : {}),
    });

    const shell = new Program(['sh', '-eu'], {}, script);
    const { code } = await shell.end();
    expect(shell.errors).toBe('');
    expect(code, page).toBe(0);

    // Lines of CSV end with CRLF.
    const printed = shell.output
      .replaceAll(here, 'http://localhost:3000')
      .replaceAll(`${dataDir}/`, 'data/')
      .replaceAll('\r\n', '\n');
    const answers = printed.split(`${BETWEEN_BLOCKS}\n`);
    expect(blocks.length).toBeGreaterThan(5);
    expect(answers).toHaveLength(blocks.length);
    for (const [index, { commands, shown }] of blocks.entries())
      expect(answers[index]?.trim(), commands).toMatch(asShown(shown));
  }
});
