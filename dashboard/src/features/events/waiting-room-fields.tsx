import { Checkbox, Grid, TextInput } from '@mantine/core';
import type { Model } from '../../api/models.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from './event-queries.ts';
import { texts } from './texts.ts';

/** The fields of the waiting room in the form. The time is in the organization's time zone. */
export interface WaitingRoomValues {
  room_enabled: boolean;
  room_opens_at: string;
}

export const waitingRoomValues = (
  room: Event['waiting_room'] | undefined,
  inputValue: (time: string | null) => string,
): WaitingRoomValues => ({
  room_enabled: room?.enabled ?? false,
  room_opens_at: inputValue(room?.opens_at ?? null),
});

/** The fields of the form, by the names that the API gives them in the waiting room. */
export const WAITING_ROOM_FIELDS = {
  enabled: 'room_enabled',
  opens_at: 'room_opens_at',
} as const satisfies Record<keyof Model<'WaitingRoomInput'>, keyof WaitingRoomValues>;

export const waitingRoomFrom = (values: WaitingRoomValues): Event['waiting_room'] => ({
  enabled: values.room_enabled,
  opens_at: values.room_opens_at || null,
});

interface FieldsProps {
  readOnly: boolean | undefined;
  /** Value and change of a checkbox. */
  checkbox: (name: 'room_enabled') => object;
  /** Label, value and change of a field. */
  field: (name: 'room_opens_at') => object;
}

/** Whether buyers wait in line first, and when the line opens. */
export function WaitingRoomFields({ readOnly, checkbox, field }: FieldsProps) {
  const t = useTexts(texts);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <Checkbox
          label={t.roomEnabled}
          description={t.roomEnabledHint}
          disabled={readOnly}
          {...checkbox('room_enabled')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <TextInput type="datetime-local" description={t.roomOpensAtHint} {...field('room_opens_at')} />
      </Grid.Col>
    </Grid>
  );
}
