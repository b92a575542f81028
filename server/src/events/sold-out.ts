interface TierStock {
  isActive: boolean;
  admission: boolean;
  quantityTotal: number;
  sold: number;
  blocked: number;
  waiting: number;
  offered: number;
}

/** What decides whether an event and its tiers are sold out. Held places do not count, because holds can end. */
export interface Stock {
  capacity: number;
  sold: number;
  blocked: number;
  tiers: TierStock[];
}

const placesLeft = ({ quantityTotal, sold, blocked }: TierStock) => quantityTotal - sold - blocked;

/** Places that are offered to the waiting list, or owed to it as soon as they are free. */
const promised = ({ waiting, offered }: TierStock) => waiting + offered;

/** A tier that prices no seat of the plan has nothing to sell and does not count. */
const admitting = (tiers: TierStock[]) =>
  tiers.filter((tier) => tier.isActive && tier.admission && tier.quantityTotal > 0);

const isTierTaken = (tier: TierStock) => promised(tier) >= placesLeft(tier);

const areAllPlacesTaken = ({ capacity, sold, blocked, tiers }: Stock) =>
  sold + blocked + admitting(tiers).reduce((sum, tier) => sum + Math.min(promised(tier), placesLeft(tier)), 0) >=
  capacity;

/** Whether every place of a tier is sold, blocked, or promised to the waiting list, in the tier or in the whole event. */
export const isTierSoldOut = (stock: Stock, tier: TierStock): boolean =>
  isTierTaken(tier) || (tier.admission && areAllPlacesTaken(stock));

/** Whether the event has an active tier that admits. */
export const hasActiveTier = (stock: Stock): boolean => admitting(stock.tiers).length > 0;

/**
 * The same of the event. Without an active tier it is not sold out. Add-ons do not count: who cannot come needs no
 * parking.
 */
export function isSoldOut(stock: Stock): boolean {
  const tiers = admitting(stock.tiers);
  return areAllPlacesTaken(stock) || (tiers.length > 0 && tiers.every(isTierTaken));
}
