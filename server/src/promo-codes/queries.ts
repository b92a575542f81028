import sql, { empty, raw } from 'sql-template-tag';
import { type Queryable, type Tx, write } from '../platform/database/database.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';
import type { PromoCode } from './promo-code.ts';
import { promoCodeRefusals } from './refusals.ts';

interface PromoCodeRow {
  id: Uuid;
  eventId: Uuid;
  code: string;
  discountType: 'percentage' | 'fixed_amount';
  percentHundredths: number | null;
  amountCentavos: number | null;
  usageLimit: number | null;
  used: number;
  held: number;
  startsAt: Date | null;
  expiresAt: Date | null;
  isActive: boolean;
  createdAt: Date;
}

const columns = raw(`id, event_id, code, discount_type, percent_hundredths, amount_centavos, usage_limit, used, held,
  starts_at, expires_at, is_active, created_at`);

const promoCodeFrom = (row: PromoCodeRow): PromoCode => ({
  id: row.id,
  eventId: row.eventId,
  code: row.code,
  discount:
    row.discountType === 'percentage'
      ? { type: 'percentage', percentHundredths: row.percentHundredths ?? 0 }
      : { type: 'fixed_amount', amountCentavos: row.amountCentavos ?? 0 },
  usageLimit: row.usageLimit,
  used: row.used,
  held: row.held,
  startsAt: row.startsAt,
  expiresAt: row.expiresAt,
  isActive: row.isActive,
  createdAt: row.createdAt,
});

const percentOf = ({ discount }: PromoCode) => (discount.type === 'percentage' ? discount.percentHundredths : null);
const amountOf = ({ discount }: PromoCode) => (discount.type === 'fixed_amount' ? discount.amountCentavos : null);

/** @throws a violation of `promo_codes_one_per_event` when the event has this code already */
export async function insertPromoCode(tx: Tx, organizationId: Uuid, promo: PromoCode) {
  await tx.query(sql`
    insert into promo_codes (organization_id, id, event_id, code, discount_type, percent_hundredths, amount_centavos,
      usage_limit, starts_at, expires_at, is_active, created_at)
    values (${organizationId}, ${promo.id}, ${promo.eventId}, ${promo.code}, ${promo.discount.type}, ${percentOf(promo)},
      ${amountOf(promo)}, ${promo.usageLimit}, ${promo.startsAt}, ${promo.expiresAt}, ${promo.isActive},
      ${promo.createdAt})`);
}

/** Everything an organizer can change; the counters belong to those who hold and use. The event is locked. */
export async function savePromoCode(tx: Tx, organizationId: Uuid, promo: PromoCode) {
  await tx.query(sql`
    update promo_codes
       set code = ${promo.code}, discount_type = ${promo.discount.type}, percent_hundredths = ${percentOf(promo)},
           amount_centavos = ${amountOf(promo)}, usage_limit = ${promo.usageLimit}, starts_at = ${promo.startsAt},
           expires_at = ${promo.expiresAt}, is_active = ${promo.isActive}
     where organization_id = ${organizationId} and id = ${promo.id}`);
}

export async function getPromoCode(db: Queryable, organizationId: Uuid, id: Uuid): Promise<PromoCode> {
  const [row] = await db.query<PromoCodeRow>(sql`
    select ${columns} from promo_codes where organization_id = ${organizationId} and id = ${id}`);
  if (!row) throw promoCodeRefusals.promo_code_not_found();
  return promoCodeFrom(row);
}

/** Newest first. */
export async function listPromoCodes(
  db: Queryable,
  organizationId: Uuid,
  { eventId, page }: { eventId: Uuid | undefined; page: Page },
) {
  const asked = sql`organization_id = ${organizationId} ${eventId ? sql`and event_id = ${eventId}` : empty}`;
  const [rows, totals] = await Promise.all([
    db.query<PromoCodeRow>(sql`
      select ${columns} from promo_codes
       where ${asked} order by created_at desc, id desc limit ${page.perPage} offset ${offset(page)}`),
    db.query<{ total: number }>(sql`select count(*) as total from promo_codes where ${asked}`),
  ]);
  return { promoCodes: rows.map(promoCodeFrom), total: totals[0]?.total ?? 0 };
}

/** The event is locked, and with it the counters. */
export async function findByCodes(tx: Tx, organizationId: Uuid, eventId: Uuid, codes: string[]): Promise<PromoCode[]> {
  const rows = await tx.query<PromoCodeRow>(sql`
    select ${columns} from promo_codes
     where organization_id = ${organizationId} and event_id = ${eventId} and code = any(${codes}::text[])`);
  return rows.map(promoCodeFrom);
}

export interface PromoChange {
  promoCodeId: Uuid;
  used: number;
  held: number;
}

/** The CHECK constraint refuses what would pass the limit. */
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
