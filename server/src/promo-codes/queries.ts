import sql, { empty } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { assignments, columnsExcept, insertInto, type RowOf } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import type { PromoCode } from './promo-code.ts';
import { promoCodeRefusals } from './refusals.ts';
import { promoCodesTable } from './tables.ts';

const promoCodeColumns = columnsExcept(promoCodesTable, ['organizationId']);
type Columns = RowOf<typeof promoCodeColumns>;

const promoCodeFrom = ({ discountType, percentHundredths, amountCentavos, ...row }: Columns): PromoCode => ({
  ...row,
  discount:
    discountType === 'percentage'
      ? { type: 'percentage', percentHundredths: percentHundredths ?? 0 }
      : { type: 'fixed_amount', amountCentavos: amountCentavos ?? 0 },
});

/** The columns that an organizer can change. Holds and orders change the counters. */
const editableColumns = ({ code, discount, opensTierIds, usageLimit, startsAt, expiresAt, isActive }: PromoCode) => ({
  code,
  discountType: discount.type,
  percentHundredths: discount.type === 'percentage' ? discount.percentHundredths : null,
  amountCentavos: discount.type === 'fixed_amount' ? discount.amountCentavos : null,
  opensTierIds,
  usageLimit,
  startsAt,
  expiresAt,
  isActive,
});

/** @throws a violation of `promo_codes_one_per_event` when the event already has this code */
export async function insertPromoCode(tx: Tx, organizationId: Uuid, promo: PromoCode) {
  const { id, eventId, createdAt } = promo;
  await tx.query(insertInto(promoCodesTable, { organizationId, id, eventId, createdAt, ...editableColumns(promo) }));
}

/** Call it with the event locked. */
export async function savePromoCode(tx: Tx, organizationId: Uuid, promo: PromoCode) {
  await tx.query(sql`
    update promo_codes set ${assignments(promoCodesTable, editableColumns(promo))}
     where organization_id = ${organizationId} and id = ${promo.id}`);
}

export async function getPromoCode(db: Queryable, organizationId: Uuid, id: Uuid): Promise<PromoCode> {
  const [row] = await db.query<Columns>(sql`
    select ${promoCodeColumns} from promo_codes where organization_id = ${organizationId} and id = ${id}`);
  if (!row) throw promoCodeRefusals.promo_code_not_found();
  return promoCodeFrom(row);
}

/** Newest first. */
export async function listPromoCodes(
  db: Queryable,
  organizationId: Uuid,
  { eventId, page }: { eventId: Uuid | undefined; page: Page },
) {
  const condition = sql`organization_id = ${organizationId} ${eventId ? sql`and event_id = ${eventId}` : empty}`;
  const { rows, total } = await readPage<Columns>(db, {
    rows: sql`
      select ${promoCodeColumns} from promo_codes
       where ${condition} order by created_at desc, id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from promo_codes where ${condition}`,
  });
  return { promoCodes: rows.map(promoCodeFrom), total };
}

/** Call it with the event locked, which also protects the counters. */
export async function findByCodes(
  db: Queryable,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  codes: string[],
): Promise<PromoCode[]> {
  const rows = await db.query<Columns>(sql`
    select ${promoCodeColumns} from promo_codes
     where organization_id = ${organizationId} and event_id = ${eventId} and code = any(${codes}::text[])`);
  return rows.map(promoCodeFrom);
}

export interface PromoChange {
  promoCodeId: Uuid;
  used: number;
  held: number;
}

/** The CHECK constraint prevents exceeding the limit. */
export function addToPromoCounters(tx: Tx, organizationId: Uuid, changes: PromoChange[]) {
  write(
    tx,
    sql`
    update promo_codes p set used = p.used + change.used, held = p.held + change.held
      from (select promo_code_id, sum(used) as used, sum(held) as held
              from unnest(${changes.map((c) => c.promoCodeId)}::uuid[], ${changes.map((c) => c.used)}::int[],
                          ${changes.map((c) => c.held)}::int[]) as c (promo_code_id, used, held)
             group by promo_code_id) change
     where p.organization_id = ${organizationId} and p.id = change.promo_code_id`,
  );
}
