import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockPlaces } from '../events/places.ts';
import { eventRefusals } from '../events/refusals.ts';
import { type Database, violatedConstraint } from '../platform/database/database.ts';
import { normalCode } from '../values/code-text.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { PromoCode } from './promo-code.ts';
import { discountFrom, openedTiers, requirePurpose, requireWindow } from './promo-code-rules.ts';
import { insertPromoCode } from './queries.ts';
import { promoCodeRefusals } from './refusals.ts';
import { loggedCode, type NewPromoCodeFields } from './schemas.ts';

/**
 * Creates a code for one event, stored in upper case.
 * @throws Refusal 404 for an event that is unknown, cancelled or completed, or an unknown tier to open; 400 for an
 * invalid discount or inconsistent times; 409 when the event already has this code
 */
export async function createPromoCode(
  db: Database,
  { organizationId, actor, fields, now }: { organizationId: Uuid; actor: Actor; fields: NewPromoCodeFields; now: Date },
): Promise<PromoCode> {
  const promo: PromoCode = {
    id: newId(now),
    eventId: fields.eventId,
    code: normalCode(fields.code),
    discount: discountFrom(fields),
    opensTierIds: [],
    usageLimit: fields.usageLimit ?? null,
    used: 0,
    held: 0,
    startsAt: fields.startsAt ?? null,
    expiresAt: fields.expiresAt ?? null,
    isActive: true,
    createdAt: now,
  };
  requireWindow(promo, fields, now);
  await refusingDuplicates(promo.code, () =>
    db.transaction(async (tx) => {
      const places = await lockPlaces(tx, organizationId, promo.eventId);
      if (places.status === 'cancelled' || places.status === 'completed') throw eventRefusals.event_not_found();
      promo.opensTierIds = openedTiers(fields.opensTierIds, places);
      requirePurpose(promo);
      await insertPromoCode(tx, organizationId, promo);
      const made = {
        action: 'promo_code.created',
        subjectId: promo.id,
        before: null,
        after: loggedCode(promo),
      } as const;
      recordChange(tx, { organizationId, actor, ...made, now });
    }),
  );
  return promo;
}

/** @throws Refusal 409 when the event already has this code */
export async function refusingDuplicates<T>(code: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'promo_codes_one_per_event')
      throw promoCodeRefusals.promo_code_exists({ promo_code: code });
    throw error;
  }
}
