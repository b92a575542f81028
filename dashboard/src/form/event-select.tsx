import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type EventStatus, eventChoicesQuery } from '../features/events/event-queries.ts';
import { useStartOf } from '../features/events/use-start-of.ts';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

interface EventSelectProps extends NativeSelectProps {
  /** The first option, which is no event: all events, or a choice still to be made. */
  none: 'all' | 'choose';
  /** Only events in these statuses, and the chosen one. */
  statuses?: readonly EventStatus[];
}

/** Chooses an event. Its start tells duplicates of an event apart, which have the same title. */
export function EventSelect({ none, statuses, ...props }: EventSelectProps) {
  const t = useTexts(texts);
  const { data: choices } = useSuspenseQuery(eventChoicesQuery);
  const startOf = useStartOf(choices);
  const offered = choices
    .filter(({ id, status }) => id === props.value || !statuses || statuses.includes(status))
    .map((event) => ({ value: event.id, label: `${event.title} · ${startOf(event)}` }));
  // A link may name one that is new, or none of this organization.
  if (props.value && !offered.some(({ value }) => value === props.value))
    offered.push({ value: String(props.value), label: t.otherEvent });
  return <NativeSelect data={[{ value: '', label: none === 'all' ? t.any : t.chooseEvent }, ...offered]} {...props} />;
}
