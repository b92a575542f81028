import type { Stay } from './passage.ts';
import type { Passage } from './passage-queries.ts';

/** What a ticket did at one place; its check-in at the gate has neither number nor author here. */
export type PastPassage = Passage | Pick<Passage, 'number' | 'direction' | 'passedAt'>;

/** The check-in of a ticket as its first passage at the gate. */
export const checkInPassage = (checkedInAt: Date): PastPassage => ({
  number: 0,
  direction: 'in',
  passedAt: checkedInAt,
});

interface ScanAt {
  passedAt: Date;
  /** The door had no network, and decided at `passedAt`. */
  hasAdmitted: boolean;
}

interface HistoryAt {
  stay: Stay;
  /** Time of the scan in this history. */
  passedAt: Date;
  /** The passage that forbids an entry where one is forbidden; undefined: the ticket never passed. */
  met: PastPassage | undefined;
}

/**
 * What a ticket had done when it was scanned. A door without a network sends its scans late, so they belong between
 * passages that are known already. A scan that asks first comes after all of them, also when the clock of another door
 * or instance is ahead.
 */
export function historyAt(past: PastPassage[], scan: ScanAt): HistoryAt {
  const byTime = past.toSorted((a, b) => a.passedAt.getTime() - b.passedAt.getTime() || a.number - b.number);
  const last = byTime.at(-1);
  const passedAt = !scan.hasAdmitted && last && last.passedAt > scan.passedAt ? last.passedAt : scan.passedAt;
  const before = byTime.findLast((passage) => passage.passedAt <= passedAt);
  const next = byTime.find((passage) => passage.passedAt > passedAt);
  const entries = past.filter(({ direction }) => direction === 'in').length;
  return {
    stay: { entries, direction: before?.direction ?? null, next: next?.direction ?? null },
    passedAt,
    met: [before, next].find((passage) => passage?.direction === 'in') ?? last,
  };
}
