import type { Actor } from '../audit-log/actor.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import { lockPlaces, type Places, savePlaces } from '../events/places.ts';
import type { Sales } from '../events/sales.ts';
import type { Database } from '../platform/database/database.ts';
import { normalCode } from '../values/code-text.ts';
import type { Uuid } from '../values/uuid.ts';
import { refusingDuplicates } from './create-promo-code.ts';
import type { PromoCode } from './promo-code.ts';
import { discountFrom, openedTiers, requirePurpose, requireWindow } from './promo-code-rules.ts';
import { getPromoCode, savePromoCode } from './queries.ts';
import { promoCodeRefusals } from './refusals.ts';
import { loggedCode, type PromoCodeFields } from './schemas.ts';

interface Update {
  organizationId: Uuid;
  actor: Actor;
  promoCodeId: Uuid;
  fields: PromoCodeFields;
  now: Date;
}

/**
 * Changes the fields that were sent. Checkouts that hold the code keep their discount.
 * @throws Refusal 404, also for an unknown tier to open; 400 for an invalid discount or inconsistent times; 409 for a
 * code that the event already has, or a limit below the used and held count
 */
export async function updatePromoCode(db: Database, sales: Sales, update: Update): Promise<PromoCode> {
  const { organizationId, actor, promoCodeId, fields, now } = update;
  const { eventId, code } = await getPromoCode(db, organizationId, promoCodeId);
  return refusingDuplicates(normalCode(fields.code ?? code), () =>
    db.transaction(async (tx) => {
      const places = await lockPlaces(tx, organizationId, eventId);
      const before = await getPromoCode(tx, organizationId, promoCodeId);
      const after = applied(before, fields, places);
      requirePurpose(after);
      requireWindow(after, fields, now);
      if (exceedsLimit(after)) {
        await sales.releaseOverdueHolds(tx, places, now);
        savePlaces(tx, places, now);
        after.held = (await getPromoCode(tx, organizationId, promoCodeId)).held;
      }
      if (exceedsLimit(after)) throw promoCodeRefusals.usage_limit_too_small({ used: after.used, held: after.held });
      await savePromoCode(tx, organizationId, after);
      const change = { action: 'promo_code.updated', before: loggedCode(before), after: loggedCode(after) } as const;
      recordDifference(tx, { organizationId, actor, subjectId: promoCodeId, ...change, now });
      return after;
    }),
  );
}

const exceedsLimit = ({ usageLimit, used, held }: PromoCode) => usageLimit !== null && used + held > usageLimit;

function applied(before: PromoCode, fields: PromoCodeFields, places: Places): PromoCode {
  const { discount } = before;
  const amountBefore = discount.type === 'percentage' ? discount.percentHundredths : discount.amountCentavos;
  return {
    ...before,
    code: fields.code === undefined ? before.code : normalCode(fields.code),
    discount: discountFrom({
      discountType: fields.discountType ?? discount.type,
      amountHundredths: fields.amountHundredths ?? amountBefore,
    }),
    opensTierIds: fields.opensTierIds === undefined ? before.opensTierIds : openedTiers(fields.opensTierIds, places),
    usageLimit: fields.usageLimit === undefined ? before.usageLimit : fields.usageLimit,
    startsAt: fields.startsAt === undefined ? before.startsAt : fields.startsAt,
    expiresAt: fields.expiresAt === undefined ? before.expiresAt : fields.expiresAt,
    isActive: fields.isActive === null ? true : (fields.isActive ?? before.isActive),
  };
}
