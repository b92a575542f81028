import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { eventChoicesQuery } from '../features/events/event-queries.ts';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** To narrow a list to one event, or to name one; `all` adds the entry for none, `choose` the one for none yet. */
export function EventSelect({ all, choose, ...props }: NativeSelectProps & { all?: boolean; choose?: string }) {
  const t = useTexts(texts);
  const { data: choices } = useSuspenseQuery(eventChoicesQuery);
  const none = all ? t.any : choose;
  return <NativeSelect data={none ? [{ value: '', label: none }, ...choices] : choices} {...props} />;
}
