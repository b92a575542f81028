import { forgetSections } from '../checkouts/change-queries.ts';
import { releaseOverdueHolds } from '../checkouts/release-holds.ts';
import type { Sales } from '../events/sales.ts';
import { recordEventChangeOnPasses, recordPassChangesOfTier } from '../tickets/wallet/record-pass-changes.ts';
import { announceChange } from './announce-change.ts';
import { countBuyerPlaces } from './buyer-places-queries.ts';
import { cancelSales } from './cancel-sales.ts';
import { endReservations } from './reservations/queries.ts';
import { findUsesOfTier } from './tier-queries.ts';

/** The interface through which `events` calls the domains after it. */
export const sales: Sales = {
  releaseOverdueHolds,
  cancelSales,
  endReservations,
  countBuyerPlaces,
  announceChange,
  changePasses: recordEventChangeOnPasses,
  changePassesOfTier: recordPassChangesOfTier,
  forgetSections,
  findUsesOfTier,
};
