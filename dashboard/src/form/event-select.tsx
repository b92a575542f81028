import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { eventChoicesQuery } from '../features/events/event-queries.ts';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** To narrow a list to one event, or to name one; `all` adds the entry for none. */
export function EventSelect({ all, ...props }: NativeSelectProps & { all?: boolean }) {
  const t = useTexts(texts);
  const { data: choices } = useSuspenseQuery(eventChoicesQuery);
  return <NativeSelect data={all ? [{ value: '', label: t.any }, ...choices] : choices} {...props} />;
}
