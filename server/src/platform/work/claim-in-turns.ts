import { randomInt } from 'node:crypto';
import type { Uuid } from '../../values/uuid.ts';
import { type Look, waitingOrganizations } from './waiting-organizations.ts';

/** Organizations that one claim takes rows from. If more wait, they are a hundred neighbours from a random one on. */
const MAX_ORGANIZATIONS = 100;

interface Row {
  organizationId: Uuid;
  id: Uuid;
}

export interface Turns<Candidate extends Row, Claimed> {
  look: Look;
  /** What one organization could get. No locks. */
  candidates(organizationId: Uuid): Promise<Candidate[]>;
  /** Chooses from the candidates of several organizations, in fair turns. */
  choose(candidates: Candidate[]): Candidate[];
  /** Locks these rows of one organization, except those that another process has locked or changed, and claims them. */
  claim(organizationId: Uuid, ids: Uuid[]): Promise<Claimed[]>;
}

/**
 * Claims rows of all organizations by statements that are of one organization each, or lock nothing, as Citus needs. The
 * statements of a step are sent together. Locks in the order of the organizations, as every process does.
 */
export async function claimInTurns<Candidate extends Row, Claimed>(
  turns: Turns<Candidate, Claimed>,
): Promise<Claimed[]> {
  const organizations = someOf(await waitingOrganizations(turns.look));
  const candidates = await Promise.all(organizations.map((id) => turns.candidates(id)));
  const chosen = Map.groupBy(turns.choose(candidates.flat()), ({ organizationId }) => organizationId);
  const inOrder = [...chosen].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const claimed = await Promise.all(
    inOrder.map(([organizationId, rows]) =>
      turns.claim(
        organizationId,
        rows.map(({ id }) => id),
      ),
    ),
  );
  return claimed.flat();
}

function someOf(organizations: Uuid[]): Uuid[] {
  if (organizations.length <= MAX_ORGANIZATIONS) return organizations;
  const from = randomInt(organizations.length);
  return [...organizations.slice(from), ...organizations.slice(0, from)].slice(0, MAX_ORGANIZATIONS);
}
