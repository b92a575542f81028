import sql, { empty } from 'sql-template-tag';
import { type Actor, actorColumns } from '../audit-log/actor.ts';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { insertAllInto } from '../platform/database/table.ts';
import type { ManualMethod } from '../values/payment-method.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { type BoxOfficeEntryRow, boxOfficeEntriesTable } from './tables.ts';

export interface NewEntry {
  orderId: Uuid;
  kind: BoxOfficeEntryRow['kind'];
  paymentMethod: ManualMethod;
  tickets: number;
  amountCentavos: number;
}

/** Written in the transaction of the sale or the refund. */
export function insertEntries(
  tx: Tx,
  { organizationId, actor, now: at }: { organizationId: Uuid; actor: Actor; now: Date },
  entries: NewEntry[],
) {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ id: newId(at), ...entry }));
  write(tx, insertAllInto(boxOfficeEntriesTable, { organizationId, at, ...actorColumns(actor) }, rows));
}

/** Entries of one cashier, kind and payment method, added up. */
export interface EntrySum extends Pick<BoxOfficeEntryRow, 'actorKind' | 'actorId' | 'kind'> {
  paymentMethod: ManualMethod;
  entries: number;
  tickets: number;
  amountCentavos: number;
}

/** @param range from `from` to before `to` */
export async function sumEntries(
  db: Queryable,
  organizationId: Uuid,
  { from, to, eventId }: { from: Date; to: Date; eventId: Uuid | undefined },
): Promise<EntrySum[]> {
  const ofEvent = sql`
    join orders o on o.organization_id = b.organization_id and o.id = b.order_id and o.event_id = ${eventId}`;
  return db.query<EntrySum>(sql`
    select b.actor_kind, b.actor_id, b.kind, b.payment_method, count(*) as entries, sum(b.tickets) as tickets,
           sum(b.amount_centavos) as amount_centavos
      from box_office_entries b ${eventId === undefined ? empty : ofEvent}
     where b.organization_id = ${organizationId} and b.at >= ${from} and b.at < ${to}
     group by b.actor_kind, b.actor_id, b.kind, b.payment_method
     order by min(b.at), b.actor_id`);
}
