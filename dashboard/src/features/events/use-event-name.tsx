import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Event } from './event-queries.ts';
import { useStartOf } from './use-start-of.ts';

/** Names an event in a list by its title, and by its start below when it is one of `events`. */
export function useEventName(events: readonly Pick<Event, 'id' | 'title' | 'start_datetime'>[]) {
  const startOf = useStartOf(events);
  const known = new Map(events.map((event) => [event.id, event]));
  return ({ id, title = id }: { id: string; title?: string }): ReactNode => {
    const event = known.get(id);
    if (!event) return title;
    return (
      <>
        {event.title}
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {startOf(event)}
        </Text>
      </>
    );
  };
}
