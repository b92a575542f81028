import { Badge } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { statusTexts } from './status-texts.ts';

export type Status = keyof typeof statusTexts.en;

const COLORS: Partial<Record<Status, string>> = {
  active: 'green',
  on: 'green',
  paid: 'green',
  valid: 'green',
  succeeded: 'green',
  approved: 'green',
  sent: 'green',
  sending: 'lagoon',
  scheduled: 'yellow',
  used: 'lagoon',
  checked_in: 'lagoon',
  sold_out: 'grape',
  paused: 'yellow',
  hidden: 'yellow',
  pending: 'yellow',
  not_yet: 'yellow',
  grace_period: 'yellow',
  partially_refunded: 'yellow',
  past_due: 'orange',
  failed: 'red',
  declined: 'red',
  cancelled: 'red',
  expired: 'red',
  refunded: 'red',
};

/** A status in words, which the color only repeats. Never narrower than its words. */
export function StatusBadge({ status }: { status: Status }) {
  const t = useTexts(statusTexts);
  return (
    <Badge variant="light" color={COLORS[status] ?? 'gray'} tt="none" fw={600} miw="max-content">
      {t[status]}
    </Badge>
  );
}
