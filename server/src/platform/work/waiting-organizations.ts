import { firstIdAt, type Uuid } from '../../values/uuid.ts';

/** Rows that one look reads: it finds up to a hundred small queues, and passes over a large one. */
export const ROWS_PER_LOOK = 100;

/** The organizations of the first `limit` waiting rows after this organization, in the order of their ids, without locks. */
export type Look = (after: Uuid, limit: number) => Promise<{ organizationId: Uuid }[]>;

/** The organizations with waiting rows. A queue longer than a look costs one look, however long it is. */
export async function waitingOrganizations(look: Look): Promise<Uuid[]> {
  const found = new Set<Uuid>();
  for (let after = firstIdAt(new Date(0)); ; ) {
    const rows = await look(after, ROWS_PER_LOOK);
    for (const { organizationId } of rows) found.add(organizationId);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_LOOK) return [...found];
    after = last.organizationId;
  }
}
