import { Alert, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Door } from './door.ts';
import { isLineUp, type Place } from './scan-ticket.ts';
import { texts } from './texts.ts';

/** Whether the server decides or this device, and how many are inside. */
export function LineState({ place, door: { data: door, error } }: { place: Place; door: UseQueryResult<Door> }) {
  const t = useTexts(texts);
  const { number, dateTime } = useFormats();
  const client = useQueryClient();
  // Draws anew when the browser notices that the line has changed.
  useNetwork();
  if (isLineUp(client, place)) {
    if (error) return <ProblemAlert error={error} />;
    const { admitted, all } = inside(door);
    return <Text role="status">{door ? t.inside(number(admitted), number(all)) : t.loading}</Text>;
  }
  const heard = door && dateTime(new Date(door.askedAt).toISOString());
  return (
    <Alert color="yellow" role="status" title={t.offline}>
      {heard ? t.offlineWith(heard) : t.offlineWithout}
    </Alert>
  );
}

/** Who may be inside at all, and who is. */
function inside(door: Door | undefined) {
  const states = [...(door?.tickets.values() ?? [])].map(({ status }) => status);
  const admitted = states.filter((status) => status === 'used').length;
  return { admitted, all: admitted + states.filter((status) => status === 'valid').length };
}
