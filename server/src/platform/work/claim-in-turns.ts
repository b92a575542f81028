import type { Uuid } from '../../values/uuid.ts';
import { byOrganization } from '../database/by-organization.ts';
import type { Look, Round } from './waiting-organizations.ts';

/**
 * Organizations that one claim takes rows from: so many round trips it makes at most. The next claim goes on with the
 * others.
 */
const MAX_ORGANIZATIONS = 100;

interface Due {
  organizationId: Uuid;
  id: Uuid;
  dueAt: Date;
}

export interface Turns<Candidate extends Due, Claimed> {
  /** Kept from claim to claim. */
  round: Round;
  look: Look;
  /** What one organization could get, the first to go first. No locks. */
  candidates(organizationId: Uuid): Promise<Candidate[]>;
  /** The organizations of what this process is working on, one entry for each item. */
  inProgress: Uuid[];
  /** Chooses from the candidates of several organizations, which are in fair turns. */
  choose(inTurn: Candidate[]): Candidate[];
  /** Locks these rows of one organization, except those that another process has locked or changed, and claims them. */
  claim(organizationId: Uuid, ids: Uuid[]): Promise<Claimed[]>;
}

/**
 * Claims rows of several organizations by statements that are of one organization each, or lock nothing, as Citus
 * needs. The statements of a step are sent together. Locks in the order of the organizations, as every process does.
 */
export async function claimInTurns<Candidate extends Due, Claimed>(
  turns: Turns<Candidate, Claimed>,
): Promise<Claimed[]> {
  const organizations = await turns.round.next(turns.look, MAX_ORGANIZATIONS);
  const candidates = await Promise.all(organizations.map((id) => turns.candidates(id)));
  const chosen = turns.choose(inTurns(candidates, turns.inProgress));
  const claimed = await Promise.all(
    byOrganization(chosen).map(([organizationId, rows]) =>
      turns.claim(
        organizationId,
        rows.map(({ id }) => id),
      ),
    ),
  );
  return claimed.flat();
}

/** How many more items of this organization this process may work on. */
export const roomFor = (organizationId: Uuid, inProgress: Uuid[], maxPerOrganization: number): number =>
  Math.max(0, maxPerOrganization - inProgress.filter((id) => id === organizationId).length);

/** The organization with the fewest items in progress first; among equals, the longest wait. */
function inTurns<Candidate extends Due>(candidates: Candidate[][], inProgress: Uuid[]): Candidate[] {
  const countOf = new Map<Uuid, number>();
  for (const id of inProgress) countOf.set(id, (countOf.get(id) ?? 0) + 1);
  return candidates
    .flatMap((theirs) =>
      theirs.map((candidate, nth) => ({ candidate, turn: nth + (countOf.get(candidate.organizationId) ?? 0) })),
    )
    .toSorted((a, b) => a.turn - b.turn || a.candidate.dueAt.getTime() - b.candidate.dueAt.getTime())
    .map(({ candidate }) => candidate);
}
