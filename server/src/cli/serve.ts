import { readConfig } from '../config.ts';
import type { Command } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Start the server, as npm start does',
  options: {},
  async run() {
    const config = readConfig();
    // Much to load for a command line that only lists keys.
    const { serve } = await import('../serve.ts');
    await serve(config);
  },
};
