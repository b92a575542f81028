import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work has done so far. */
export interface Commits {
  /** It has committed a transaction, so it was carried out, at least in part, whatever error it ends with. */
  any: boolean;
}

const current = new AsyncLocalStorage<Commits>();

/** Notes the transactions that `work`, and everything it starts, commits. */
export const followCommits = <T>(commits: Commits, work: () => T): T => current.run(commits, work);

/** Where the commits of the running code are noted, if they are. */
export const followedCommits = (): Commits | undefined => current.getStore();

/** A transaction of the running code was committed. */
export function noteCommit(): void {
  const commits = followedCommits();
  if (commits) commits.any = true;
}
