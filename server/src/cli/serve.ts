import { readConfig } from '../config/config.ts';
import { serve } from '../serve.ts';
import type { Command } from './command.ts';

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Start the server, as npm start does',
  options: {},
  async run() {
    await serve(readConfig());
  },
};
