import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { joinNodes } from './citus-database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

export interface CitusCluster {
  /** A database of the coordinator, which knows the workers. */
  url: string;
  workers: [PostgresServer, PostgresServer];
  stop(): Promise<void>;
}

/** Whether the PostgreSQL of POSTGRES_BIN has Citus, so that tests can start a cluster of their own. */
export function hasCitusPrograms(): boolean {
  const { POSTGRES_BIN: folder } = process.env;
  if (!folder || !existsSync(join(folder, 'pg_config'))) return false;
  const libraries = execFileSync(join(folder, 'pg_config'), ['--pkglibdir'], { encoding: 'utf8' }).trim();
  return existsSync(join(libraries, 'citus.so'));
}

const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_prepared_transactions: '300',
  wal_level: 'logical',
  // What a node had promised to commit when it failed is committed so soon after it is back.
  'citus.recover_2pc_interval': '1s',
  'citus.node_conninfo': 'sslmode=disable',
};

/** Starts a coordinator and two workers on this machine, with the programs of POSTGRES_BIN. */
export async function startCitusCluster(): Promise<CitusCluster> {
  const start = () => startPostgres({ fsync: false, settings: SETTINGS });
  const coordinator = await start();
  const workers: CitusCluster['workers'] = [await start(), await start()];
  const [url = '', ...others] = await Promise.all(
    [coordinator, ...workers].map((node) => node.createDatabase('cluster')),
  );
  await joinNodes(url, others);
  return {
    url,
    workers,
    async stop() {
      await Promise.all([coordinator, ...workers].map((node) => node.stop()));
    },
  };
}
