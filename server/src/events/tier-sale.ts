import type { TicketTierRow } from './tables.ts';

type SaleTimes = Pick<TicketTierRow, 'salesStartDatetime' | 'salesEndDatetime'>;

/** Whether the sale of a tier begins after `now`. At its very start it is open. */
export const saleStartsLater = <Tier extends Pick<SaleTimes, 'salesStartDatetime'>>(
  tier: Tier,
  now: Date,
): tier is Tier & { salesStartDatetime: Date } => tier.salesStartDatetime !== null && tier.salesStartDatetime > now;

/** Whether the sale of a tier is over. At its very end it is. The sale of the event may end earlier. */
export const saleHasEnded = ({ salesEndDatetime }: Pick<SaleTimes, 'salesEndDatetime'>, now: Date): boolean =>
  salesEndDatetime !== null && salesEndDatetime <= now;

/** Whether the sale of a tier has begun and goes on. */
export const isSaleOpen = (tier: SaleTimes, now: Date): boolean =>
  !saleStartsLater(tier, now) && !saleHasEnded(tier, now);
