/** What refers to a tier, which is not deleted then. */
export interface TierUses {
  /** Also ended ones. */
  checkouts: boolean;
  plan: boolean;
  /** Codes that open it. */
  promoCodes: boolean;
}
