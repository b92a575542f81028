import { Alert, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Door } from './door.ts';
import { type EventRef, isOnline } from './scan-ticket.ts';
import { texts } from './texts.ts';

/** Whether the device is online, and how many tickets are checked in. */
export function ConnectionStatus({
  event,
  door: { data: door, error },
}: {
  event: EventRef;
  door: UseQueryResult<Door>;
}) {
  const t = useTexts(texts);
  const { number, dateTime } = useFormats();
  const client = useQueryClient();
  // Renders again when the browser goes online or offline.
  useNetwork();
  if (isOnline(client, event)) {
    if (error) return <ProblemAlert error={error} />;
    const { admitted, all } = countTickets(door);
    return <Text role="status">{door ? t.inside(number(admitted), number(all)) : t.loading}</Text>;
  }
  const listTime = door && dateTime(new Date(door.requestedAt).toISOString());
  return (
    <Alert color="yellow" role="status" title={t.offline}>
      {listTime ? t.offlineWith(listTime) : t.offlineWithout}
    </Alert>
  );
}

/** How many tickets are checked in, and how many can be. */
function countTickets(door: Door | undefined) {
  const states = [...(door?.tickets.values() ?? [])].map(({ status }) => status);
  const admitted = states.filter((status) => status === 'used').length;
  return { admitted, all: admitted + states.filter((status) => status === 'valid').length };
}
