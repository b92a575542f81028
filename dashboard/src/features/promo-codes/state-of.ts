interface PromoTimes {
  is_active: boolean;
  starts_at: string | null;
  expires_at: string | null;
}

/** The status of a code for a buyer who enters it now. An inactive code stays inactive, whatever its times. */
export function stateOf({ is_active: isActive, starts_at: from, expires_at: until }: PromoTimes, now: Date) {
  if (!isActive) return 'off';
  if (until !== null && new Date(until) <= now) return 'expired';
  return from !== null && now < new Date(from) ? 'not_yet' : 'on';
}
