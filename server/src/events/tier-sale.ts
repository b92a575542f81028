import type { TierPlaces } from './places.ts';

type SaleTimes = Pick<TierPlaces, 'salesStart' | 'salesEnd'>;

/** Whether the sale of a tier begins after `now`. At its very start it is open. */
export const saleStartsLater = <Tier extends Pick<SaleTimes, 'salesStart'>>(
  tier: Tier,
  now: Date,
): tier is Tier & { salesStart: Date } => tier.salesStart !== null && tier.salesStart > now;

/** Whether the sale of a tier is over. At its very end it is. The sale of the event may end earlier. */
export const saleHasEnded = ({ salesEnd }: Pick<SaleTimes, 'salesEnd'>, now: Date): boolean =>
  salesEnd !== null && salesEnd <= now;

/** Whether the sale of a tier has begun and goes on. */
export const isSaleOpen = (tier: SaleTimes, now: Date): boolean =>
  !saleStartsLater(tier, now) && !saleHasEnded(tier, now);
