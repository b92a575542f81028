import { Group, Paper } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { EventSelect } from '../../form/event-select.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { eventChoicesQuery } from './event-queries.ts';
import { texts } from './texts.ts';

/** Instead of an empty form: a draft like an event that there is. */
export function CopyFromEvent() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { data: choices } = useSuspenseQuery(eventChoicesQuery);
  const [eventId, setEventId] = useState('');
  const copy = useAction({
    act: () => dataOf(postOnce('/events/{id}/duplicate', { params: { path: { id: eventId } } })),
    successMessage: t.duplicated,
    onDone: ({ id }) => void navigate({ to: '/events/$eventId/edit', params: { eventId: id } }),
    notifyError: true,
  });
  // The first event has none to copy.
  if (choices.length === 0) return null;
  return (
    <Paper withBorder p="md" mb="lg" maw={800}>
      <Group align="flex-end" gap="xs">
        <EventSelect
          none="choose"
          label={t.copyFrom}
          description={t.copyFromHint}
          flex="1 1 280px"
          inputWrapperOrder={['label', 'description', 'input']}
          value={eventId}
          onChange={({ currentTarget: { value } }) => setEventId(value)}
        />
        <GatedButton
          needs="manage"
          variant="default"
          disabled={eventId === ''}
          loading={copy.isPending}
          onClick={() => copy.mutate()}
        >
          {t.copyFromSubmit}
        </GatedButton>
      </Group>
    </Paper>
  );
}
