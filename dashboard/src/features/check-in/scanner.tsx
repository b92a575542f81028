import { Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMe } from '../../session/me.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { Camera } from './camera.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { doorQuery } from './door-query.ts';
import { scanTicket } from './scan-ticket.ts';
import { TypedCode } from './typed-code.tsx';

/** Checks in tickets of one event on this device, by camera or by typed code. */
export function Scanner({ eventId }: { eventId: string }) {
  const client = useQueryClient();
  const { organization } = useMe();
  const event = useMemo(() => ({ organizationId: organization.id, eventId }), [organization.id, eventId]);
  const door = useQuery(doorQuery(eventId));
  const scan = useMutation({
    mutationFn: (code: string) => scanTicket(client, event, code),
    // One scan after the other, offline too.
    scope: { id: 'scan' },
    networkMode: 'always',
  });
  return (
    <Stack>
      <ConnectionStatus event={event} door={door} />
      <Camera onCode={scan.mutate} />
      <TypedCode onCode={scan.mutate} />
      <AnswerPanel event={event} scan={scan} />
    </Stack>
  );
}
