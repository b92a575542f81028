import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { TierChoice } from '../../form/tier-choice.tsx';
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
      {tiers.length > 1 || form.values.tier_ids.length > 0 ? (
        <TierChoice label={t.tiers} description={t.tiersHint} tiers={tiers} {...form.getInputProps('tier_ids')} />
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
