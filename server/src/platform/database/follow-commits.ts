import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work has done so far. */
export interface Commits {
  /** It has committed a transaction, so it was carried out, at least in part, whatever error it ends with. */
  any: boolean;
}

const current = new AsyncLocalStorage<Commits>();

/** Notes the transactions that `work`, and everything it starts, commits. */
export const followCommits = (commits: Commits, work: () => void): void => current.run(commits, work);

/** A transaction of the running code was committed. */
export function noteCommit(): void {
  const commits = current.getStore();
  if (commits) commits.any = true;
}
