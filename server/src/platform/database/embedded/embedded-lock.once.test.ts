import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { lockDirectory } from './embedded-lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'takilya-lock-'));
  return () => rm(directory, { recursive: true });
});

const onLinux = existsSync('/proc/self/stat');

/** A program that takes the lock, prints 'held' or the error, and stays. */
const holder = `
  import { lockDirectory } from ${JSON.stringify(new URL('./embedded-lock.ts', import.meta.url).href)};
  try { lockDirectory(process.argv[1]); console.log('held'); } catch (error) { console.log(error.message); }
  setInterval(() => {}, 1000);`;
const holderArguments = ['--input-type=module', '-e', holder];

async function firstLine(process: ChildProcess): Promise<string> {
  if (!process.stdout) throw new Error('stdout is not piped');
  const [line] = await once(createInterface(process.stdout), 'line');
  return line;
}

async function startHolder(): Promise<{ process: ChildProcess; said: string }> {
  const process_ = spawn(process.execPath, [...holderArguments, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void process_.kill('SIGKILL'));
  return { process: process_, said: await firstLine(process_) };
}

describe('the lock of an embedded database', () => {
  test('is refused to a second process, with the directory and the pid of the first', async () => {
    const { process: owner, said } = await startHolder();
    expect(said).toBe('held');
    expect(() => lockDirectory(directory)).toThrow(
      `the embedded database in ${directory} is in use by process ${owner.pid} (since 2`,
    );
  });

  test('is refused to the same process as well', () => {
    const lock = lockDirectory(directory);
    expect(() => lockDirectory(directory)).toThrow(`is in use by process ${process.pid}`);
    lock.release();
  });

  test('is free again after release', () => {
    lockDirectory(directory).release();
    lockDirectory(directory).release();
  });

  test('releasing twice does not take it from the next owner', async () => {
    const first = lockDirectory(directory);
    first.release();
    const second = lockDirectory(directory);
    first.release();
    expect((await startHolder()).said).toContain(`in use by process ${process.pid}`);
    second.release();
  });

  test('is taken over from an owner that was killed', async () => {
    const { process: owner } = await startHolder();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    lockDirectory(directory).release();
  });

  test.skipIf(!onLinux)(
    'is taken over from a killed owner that its parent has not reaped (a zombie; needs /proc)',
    async () => {
      // The shell becomes a sleep, which never reaps the child that it does not know about.
      const parent = spawn('sh', ['-c', '"$0" "$@" & exec sleep 60', process.execPath, ...holderArguments, directory]);
      onTestFinished(() => void parent.kill('SIGKILL'));
      expect(await firstLine(parent)).toBe('held');
      const { pid } = JSON.parse(await readFile(join(directory, 'database.owner'), 'utf8'));
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');

      const lock = lockDirectory(directory);
      expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      lock.release();
    },
  );

  test('is taken over when the pid of the dead owner was reused by another process', async () => {
    await writeFile(
      join(directory, 'database.owner'),
      JSON.stringify({ pid: process.pid, since: '2020-01-01T00:00:00Z' }),
    );
    expect((await startHolder()).said).toBe('held');
  });

  test('goes to exactly one of six processes that find its owner dead at the same time', async () => {
    const { process: owner } = await startHolder();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const starters = await Promise.all(Array.from({ length: 6 }, startHolder));
    expect(starters.filter(({ said }) => said === 'held')).toHaveLength(1);
    expect(starters.filter(({ said }) => said.includes('is in use by'))).toHaveLength(5);
  });
});
