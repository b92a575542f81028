import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { dropCitusDatabases } from './citus-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A coordinator of Citus, and how the names of the databases of this run begin. */
    citus?: { url: string; prefix: string };
  }
}

/** The cluster is the operator's: `CITUS_URL` is the address of a coordinator's database that knows its workers. */
export default function setUp(project: TestProject): () => Promise<void> {
  const { CITUS_URL: url } = process.env;
  if (!url) throw new Error('CITUS_URL is missing');
  const prefix = `test_${randomUUID().slice(0, 8)}_`;
  project.provide('citus', { url, prefix });
  return () => dropCitusDatabases(url, prefix);
}
