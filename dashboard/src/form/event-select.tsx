import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type EventStatus, eventChoicesQuery } from '../features/events/event-queries.ts';
import { useFormats } from '../language/formats.ts';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

interface EventSelectProps extends NativeSelectProps {
  /** The first option, which is no event: all events, or a choice still to be made. */
  none: 'all' | 'choose';
  /** Only events in these statuses. */
  statuses?: readonly EventStatus[];
}

/** Chooses an event. The day tells duplicates of an event apart, which have the same title. */
export function EventSelect({ none, statuses, ...props }: EventSelectProps) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const { data: choices } = useSuspenseQuery(eventChoicesQuery);
  const offered = choices
    .filter(({ status }) => !statuses || statuses.includes(status))
    .map(({ id, title, start_datetime: start }) => ({ value: id, label: `${title} · ${day(start)}` }));
  return <NativeSelect data={[{ value: '', label: none === 'all' ? t.any : t.chooseEvent }, ...offered]} {...props} />;
}
