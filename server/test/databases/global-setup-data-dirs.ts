import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `prepared-data-dir.ts` keeps what it has made for this run. */
    preparedDataDirs?: string;
  }
}

/** A folder for the run. The first test that needs an entry creates it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'takilya-prepared-'));
  project.provide('preparedDataDirs', directory);
  return () => rm(directory, { recursive: true, force: true });
}
