import { Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMe } from '../../session/me.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { Camera } from './camera.tsx';
import { doorQuery } from './door-query.ts';
import { LineState } from './line-state.tsx';
import { scanTicket } from './scan-ticket.ts';
import { TypedCode } from './typed-code.tsx';

/** One event's door on this device: what is scanned or typed, and the answer. */
export function DoorDesk({ eventId }: { eventId: string }) {
  const client = useQueryClient();
  const { organization } = useMe();
  const place = useMemo(() => ({ organizationId: organization.id, eventId }), [organization.id, eventId]);
  const door = useQuery(doorQuery(eventId));
  const scan = useMutation({
    mutationFn: (code: string) => scanTicket(client, place, code),
    // One person after the other, without a network too.
    scope: { id: 'scan' },
    networkMode: 'always',
  });
  return (
    <Stack>
      <LineState place={place} door={door} />
      <Camera onCode={scan.mutate} />
      <TypedCode onCode={scan.mutate} />
      <AnswerPanel place={place} scan={scan} />
    </Stack>
  );
}
