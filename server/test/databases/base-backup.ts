import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { copyFolder } from '../../src/platform/database/embedded/copy-files.ts';

/** With PostgreSQL's own program where it is installed (POSTGRES_BIN); npm's package lacks it, and it does this. */
export async function baseBackup(url: string, to: string) {
  const program = join(process.env.POSTGRES_BIN ?? '', 'pg_basebackup');
  if (existsSync(program)) return void (await promisify(execFile)(program, ['-D', to, '-c', 'fast', '-d', url]));
  const admin = new Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query(
    "select current_setting('data_directory') as folder, pg_backup_start('test', true)",
  );
  await copyFolder(rows[0].folder, to, {
    leaveOut: (path) => path === 'postmaster.pid' || path.startsWith('pg_wal/'),
    isDurable: false,
  });
  const stopped = await admin.query('select labelfile from pg_backup_stop()');
  await writeFile(join(to, 'backup_label'), stopped.rows[0].labelfile);
  await admin.end();
}
