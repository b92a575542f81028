import { distributeSchema } from '../schema/own-schema.ts';
import type { Command } from './command.ts';
import { print, withDatabase } from './with-database.ts';

export const distributeCommand: Command = {
  name: 'distribute',
  summary: 'Place the tables of DATABASE_URL, the coordinator of a Citus cluster, on its nodes; no server may run',
  options: {},
  async run() {
    const { placed, nodes } = await withDatabase(distributeSchema, { prepare: async () => {} });
    const named = (where: 'every node' | 'shards') => placed.filter(({ on }) => on === where).map(({ name }) => name);
    const [copied, split] = [named('every node'), named('shards')];
    if (copied.length > 0) print(`Copied to every node: ${copied.join(', ')}`);
    if (split.length > 0) print(`Split by organization: ${split.join(', ')}`);
    print(
      `${placed.length > 0 ? 'All' : 'Nothing to do: all'} tables are in their places, with shards on ${nodes} nodes.`,
    );
  },
};
