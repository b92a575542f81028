import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inTime } from './in-time.ts';
import { newDataDir, Program, server as serverCommand, startServer } from './start-server.ts';

/** The processes that this one's main thread has started and that run, with their programs. */
function childrenOf(pid: number | undefined): { pid: number; program: string }[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return children.map((child) => ({ pid: Number(child), program: readFileSync(`/proc/${child}/cmdline`, 'utf8') }));
}

interface FirstStart {
  dataDir: string;
  server: Program;
  /** The id of the process that creates the database. */
  creator: number;
}

/**
 * Starts a server without a database, and waits for the process that creates it. That process runs for a second or
 * more, so on a busy machine it may end before it is seen. Then another server is started in a new folder, and also
 * when `act` returns false, because it came too late.
 */
async function beginFirstStart(
  settings: NodeJS.ProcessEnv = {},
  act: (start: FirstStart) => boolean | Promise<boolean> = () => true,
): Promise<FirstStart> {
  const begin = async (): Promise<FirstStart | undefined> => {
    const dataDir = await newDataDir();
    const server = new Program(serverCommand, { DATA_DIR: dataDir, PORT: '0', DEMO: '1', ...settings });
    const creator = await creatorOf(server);
    if (creator !== undefined && (await act({ dataDir, server, creator }))) return { dataDir, server, creator };
    await server.end('SIGKILL');
  };
  const start = await inTime(begin, (one) => one === undefined);
  if (!start) throw new Error('the process that creates the database was never met in time');
  return start;
}

/** @returns nothing when the server has started, or ended, before that process was seen */
async function creatorOf(server: Program): Promise<number | undefined> {
  while (server.running && !server.output.includes('Takilya is ready')) {
    const [child, ...others] = childrenOf(server.child.pid);
    if (child?.program.includes('create-process.js') && others.length === 0) return child.pid;
    await pause(5);
  }
}

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const hasDemo = (dataDir: string) => existsSync(join(dataDir, 'demo.json'));

async function expectWholeDemo(dataDir: string) {
  const server = await startServer({ DATA_DIR: dataDir, DEMO: '1' });
  expect(server.output).toContain('Demo key');
  expect(server.output).not.toContain('incomplete');
  const { organizations } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const { status } = await fetch(`${server.url}/api/v1/orders`, {
    headers: { authorization: `Bearer ${organizations[0].api_key}` },
  });
  expect(status).toBe(200);
  await server.end('SIGTERM');
}

describe.runIf(process.platform === 'linux')('a first start creates the database in a process of its own', () => {
  test('which has ended when the server is ready, and is not needed again', async () => {
    const { dataDir, server, creator } = await beginFirstStart();
    await server.says(/Takilya is ready/);
    expect(server.output).toContain('Demo key');
    expect(server.output).not.toContain('incomplete');
    expect(runs(creator)).toBe(false);
    expect(childrenOf(server.child.pid)).toEqual([]);
    expect(readdirSync(join(dataDir, 'mail'))).not.toEqual([]);
    expect((await server.end('SIGTERM')).code).toBe(0);

    const again = new Program(serverCommand, { DATA_DIR: dataDir, PORT: '0', DEMO: '1' });
    const seen = new Set<string>();
    await expect
      .poll(
        () => {
          for (const { program } of childrenOf(again.child.pid)) seen.add(program);
          return again.output;
        },
        { interval: 5 },
      )
      .toContain('Takilya is ready');
    expect(seen).toEqual(new Set());
    await again.end('SIGTERM');
  });

  test('which creates no demo when none is wanted', async () => {
    const { server } = await beginFirstStart({ DEMO: '0' });
    await server.says(/Takilya is ready/);
    expect(server.output).not.toContain('Demo key');
    expect(server.output).toContain('Create the first one, with your organization');
    await server.end('SIGTERM');
  });

  test('which is not ended by signals that a terminal sends to both: the server decides', async () => {
    const { dataDir, server, creator } = await beginFirstStart({}, async ({ dataDir, creator }) => {
      // It has the database open, so it is past its first lines.
      await expect.poll(() => existsSync(join(dataDir, 'database.owner'))).toBe(true);
      const isEarly = !hasDemo(dataDir) && runs(creator);
      if (isEarly) for (const signal of ['SIGINT', 'SIGTERM']) process.kill(creator, signal);
      return isEarly;
    });
    // It does not end without the demo, which the server would then make.
    await expect.poll(() => !runs(creator) || hasDemo(dataDir)).toBe(true);
    expect(hasDemo(dataDir)).toBe(true);
    await server.says(/Takilya is ready/);
    expect(server.output).not.toContain('incomplete');
    const { code } = await server.end('SIGTERM');
    expect(code).toBe(0);
    await expectWholeDemo(dataDir);
  });

  test('which ends when the server is killed, and the next start begins anew', async () => {
    const { dataDir } = await beginFirstStart({}, async ({ dataDir, server, creator }) => {
      await server.end('SIGKILL');
      await expect.poll(() => runs(creator)).toBe(false);
      return !hasDemo(dataDir);
    });
    await expectWholeDemo(dataDir);
  });

  test('whose work the server does itself when it fails', async () => {
    const { dataDir, server } = await beginFirstStart({}, async ({ dataDir, creator }) => {
      process.kill(creator, 'SIGKILL');
      await expect.poll(() => runs(creator)).toBe(false);
      return !hasDemo(dataDir);
    });
    await server.says(/Takilya is ready/);
    await server.end('SIGTERM');
    await expectWholeDemo(dataDir);
  });

  test('and says why none can be created', async () => {
    const file = join(await newDataDir(), 'file');
    await writeFile(file, '');
    const server = new Program(serverCommand, { DATA_DIR: file, PORT: '0' });
    expect((await server.end()).code).toBe(1);
    expect(server.errors).toMatch(/^Takilya cannot start: DATA_DIR .*file cannot be used: ENOTDIR.*\n$/);
  });
});
