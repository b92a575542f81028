interface PromoTimes {
  is_active: boolean;
  starts_at: string | null;
  expires_at: string | null;
}

/** What a buyer who types the code now meets. One that is switched off stays so, whatever its times. */
export function stateOf({ is_active: isActive, starts_at: from, expires_at: until }: PromoTimes, now: Date) {
  if (!isActive) return 'off';
  if (until !== null && new Date(until) <= now) return 'expired';
  return from !== null && now < new Date(from) ? 'not_yet' : 'on';
}
