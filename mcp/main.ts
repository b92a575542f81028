/**
 * The MCP server on standard input and output. `npx takilya mcp` starts it, with the address and the API key in the
 * environment. Standard output has messages of the protocol and nothing else.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Takilya, TakilyaError } from '../sdk/typescript/src/takilya.ts';
import { readAccount } from './account.ts';
import { createServer } from './create-server.ts';
import { explain } from './explain.ts';

const { TAKILYA_URL: url = '', TAKILYA_API_KEY: apiKey = '' } = process.env;

try {
  const account = await readAccount(new Takilya({ apiKey, baseUrl: url }), url);
  serveStdio(() => createServer(account), { onerror: (error) => process.stderr.write(`takilya: ${error.message}\n`) });
} catch (error) {
  if (!(error instanceof TakilyaError)) throw error;
  process.stderr.write(`takilya: ${explain(error, url)}\n`);
  process.exitCode = 1;
}
