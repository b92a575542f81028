import { join } from 'node:path';
import { readDemoConfig } from '../config/config.ts';
import type { PreparedDemo } from '../demo/prepare-demo.ts';
import { openDatabase } from '../platform/database/open.ts';
import type { Command } from './command.ts';
import { publicUrlOf } from './fields.ts';
import { print } from './with-database.ts';

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Fill an empty database with demo data and write DATA_DIR/demo.json',
  options: {},
  async run() {
    const config = readDemoConfig();
    const [{ prepareDemo }, { startServer }, { sendDueLetters }] = await Promise.all([
      import('../demo/prepare-demo.ts'),
      import('../server.ts'),
      import('../send-letters.ts'),
    ]);
    let demo: PreparedDemo | null = null;
    // The demo buys through the API, so a server runs meanwhile, on a port that no client knows.
    const server = await startServer(
      {
        ...config,
        role: 'web',
        host: '127.0.0.1',
        port: 0,
        publicUrl: publicUrlOf(config),
      },
      await openDatabase(config),
      {
        prepare: async (parts, log) => {
          demo = await prepareDemo(parts);
          // Drawing the tickets for its mails takes 100 MB, which the server that starts next would keep.
          if (demo) await sendDueLetters(parts, log);
        },
      },
    );
    await server.stop({ drainMs: 0 });
    if (demo === null) throw new Error('the database is not empty, so no demo data was added');
    print(`The demo is ready. Its API keys are in ${join(config.dataDir, 'demo.json')}`);
  },
};
