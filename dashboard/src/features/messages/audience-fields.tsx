import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTexts } from '../../language/language.tsx';
import type { Event } from '../events/event-queries.ts';
import { CHECKED_IN, type MessageValues } from './message-values.ts';
import { texts } from './texts.ts';

interface AudienceFieldsProps {
  event: Event;
  form: UseFormReturnType<MessageValues>;
}

/** Whom the message goes to. */
export function AudienceFields({ event: { ticket_tiers: tiers }, form }: AudienceFieldsProps) {
  const t = useTexts(texts);
  return (
    <>
      {tiers.length > 1 ? (
        <Checkbox.Group label={t.tiers} description={t.tiersHint} {...form.getInputProps('tier_ids')}>
          <Stack gap="xs" my="xs">
            {tiers.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : null}
      <NativeSelect
        label={t.checkedIn}
        maw={300}
        data={CHECKED_IN.map((value) => ({ value, label: t.checkedIns[value] }))}
        {...form.getInputProps('checked_in')}
      />
    </>
  );
}
