#!/usr/bin/env node
/**
 * The commands for programs alone: this folder needs Node.js 20 and nothing else, so it can be copied to a machine
 * without the service; only `mcp` needs the repository. There `npx takilya` runs it.
 */
import { run } from './run.mjs';

process.exitCode = await run(process.argv.slice(2));
