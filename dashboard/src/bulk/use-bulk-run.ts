import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAgain } from '../api/read-again.ts';
import { runEach } from './run-each.ts';

export interface BulkItem {
  id: string;
  /** A row in words, for what failed. */
  name: string;
  act: () => Promise<unknown>;
}

export interface Work {
  /** What is done, such as “Refund”. */
  title: string;
  items: BulkItem[];
}

export interface BulkRun extends Work {
  ended: number;
  failed: { item: BulkItem; error: Error }[];
}

/** Runs one action on each chosen row. The run has the progress and the failures, and stays until it is closed. */
export function useBulkRun() {
  const client = useQueryClient();
  const [run, setRun] = useState<BulkRun | null>(null);
  async function start(work: Work) {
    setRun({ ...work, ended: 0, failed: [] });
    await runEach(work.items, {
      act: (item) => item.act(),
      onEnd: (item, error) =>
        setRun(
          (so) => so && { ...so, ended: so.ended + 1, failed: error ? [...so.failed, { item, error }] : so.failed },
        ),
    });
    void readAgain(client);
  }
  return {
    run,
    isRunning: run !== null && run.ended < run.items.length,
    start,
    /** Once more what failed. */
    again: () => run && start({ ...run, items: run.failed.map(({ item }) => item) }),
    close: () => setRun(null),
  };
}

export type BulkRunning = ReturnType<typeof useBulkRun>;
