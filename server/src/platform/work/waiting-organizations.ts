import { firstIdAt, type Uuid } from '../../values/uuid.ts';

/** Rows that one look reads: it finds up to a hundred small queues, and passes over a large one. */
export const ROWS_PER_LOOK = 100;

/** Before the ids of all organizations. */
const BEGINNING: Uuid = firstIdAt(new Date(0));

/**
 * The organizations of the first `limit` waiting rows after this organization, in the order of their ids, without
 * locks.
 */
export type Look = (after: Uuid, limit: number) => Promise<{ organizationId: Uuid }[]>;

/**
 * The organizations after this one with waiting rows, in the order of their ids. A queue longer than a look costs one
 * look, however long it is.
 */
export async function* waitingOrganizations(look: Look, after = BEGINNING): AsyncGenerator<Uuid, void> {
  for (;;) {
    const rows = await look(after, ROWS_PER_LOOK);
    yield* new Set(rows.map(({ organizationId }) => organizationId));
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_LOOK) return;
    after = last.organizationId;
  }
}

/**
 * Goes around the organizations with waiting rows, some at a time, so that each has its turn, however many wait. The
 * place is of this process.
 */
export class Round {
  #after = BEGINNING;

  /** The next `most`, each at most once. If fewer wait, all of them. */
  async next(look: Look, most: number): Promise<Uuid[]> {
    const found: Uuid[] = [];
    for await (const id of around(look, this.#after)) if (found.push(id) === most) break;
    this.#after = (found.length === most && found.at(-1)) || BEGINNING;
    return found;
  }
}

async function* around(look: Look, after: Uuid): AsyncGenerator<Uuid, void> {
  yield* waitingOrganizations(look, after);
  if (after === BEGINNING) return;
  for await (const id of waitingOrganizations(look)) {
    if (id > after) return;
    yield id;
  }
}
