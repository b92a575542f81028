export const CHECKED_IN = ['any', 'yes', 'no'] as const;

/** The fields of the form. */
export interface MessageValues {
  subject: string;
  text: string;
  tier_ids: string[];
  checked_in: (typeof CHECKED_IN)[number];
  /** Empty: now. */
  send_at: string;
}

export const NOTHING_WRITTEN: MessageValues = { subject: '', text: '', tier_ids: [], checked_in: 'any', send_at: '' };

export const wordsOf = ({ subject, text }: Pick<MessageValues, 'subject' | 'text'>) => ({
  subject: subject.trim(),
  text,
});

/** The words, and whom they go to. */
export const messageOf = ({ tier_ids: tiers, checked_in: checkedIn, ...words }: MessageValues) => ({
  ...wordsOf(words),
  audience: {
    tier_ids: tiers.length === 0 ? null : tiers,
    checked_in: checkedIn === 'any' ? null : checkedIn === 'yes',
  },
});
