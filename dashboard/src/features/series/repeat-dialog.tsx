import {
  Button,
  Chip,
  Group,
  Input,
  List,
  NativeSelect,
  NumberInput,
  ScrollArea,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useRef, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormTimes } from '../../form/use-form-times.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from '../events/event-queries.ts';
import { type DatesValues, datesBodyFrom, ENDINGS, firstValues, WAYS, WEEKDAYS, withRhythm } from './dates-body.ts';
import { seriesTexts } from './texts.ts';

/** A series has no more dates to come. */
const MOST_DATES = 100;
/** Weeks or days: once a year at the longest. */
const MOST_EVERY = 52;

interface RepeatDialogProps {
  /** The model of the dates. */
  event: Event;
  title: string;
  onClose: () => void;
}

type Dates = ReturnType<typeof datesBodyFrom>;

/** Makes further dates of an event. The server says which ones before anything is made. */
export function RepeatDialog({ event, title, onClose }: RepeatDialogProps) {
  const t = useTexts(seriesTexts);
  const { number, timeZone } = useFormats();
  const listTimes = useFormTimes();
  const start = listTimes.inputValue(event.start_datetime);
  const [values, setValues] = useState(() => firstValues(start));
  // The first button of the form, which Enter in a field presses: a second press makes no dates.
  const showButton = useRef<HTMLButtonElement>(null);
  const params = { path: { id: event.id } };
  const preview = useAction({ act: (body: Dates) => dataOf(api.POST('/events/{id}/dates/preview', { params, body })) });
  const create = useAction({
    act: (body: Dates) => dataOf(postOnce('/events/{id}/dates', { params, body })),
    successMessage: t.created,
    onDone: onClose,
  });
  const planned = preview.data?.dates;
  const change = (changed: Partial<DatesValues>) => {
    preview.reset();
    create.reset();
    setValues({ ...withRhythm(values, changed, start), ...changed });
  };
  const labels = {
    start_datetimes: t.dates,
    'rule.from': t.from,
    'rule.until': t.until,
    'rule.count': t.count,
    'rule.every': t.every[values.way === 'daily' ? 'daily' : 'weekly'],
    'rule.weekdays': t.weekdays,
    'rule.times': t.times,
  };
  const error = create.error ?? preview.error;
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      action={{ isPending: create.isPending, error }}
      labels={labels}
      submit={t.create(number(planned?.length ?? 0))}
      disabled={!planned}
      onSubmit={(submitted) => {
        const { submitter } = submitted.nativeEvent as SubmitEvent;
        const body = datesBodyFrom(values, listTimes.withOffset);
        if (submitter !== showButton.current) return create.mutate(body);
        create.reset();
        preview.mutate(body);
      }}
    >
      <Text size="sm">{t.copied}</Text>
      <NativeSelect
        label={t.how}
        value={values.way}
        data={WAYS.map((value) => ({ value, label: t.ways[value] }))}
        onChange={({ currentTarget: { value } }) => change({ way: WAYS.find((way) => way === value) ?? 'weekly' })}
      />
      {values.way === 'list' ? (
        <Rows
          type="datetime-local"
          label={t.dateNumber}
          more={t.addDate}
          rows={values.list}
          onChange={(list) => change({ list })}
        />
      ) : (
        <RuleFields values={values} onChange={change} />
      )}
      <Text size="sm" c="dimmed">
        {/* The server reads days and hours of a rule in the organization's zone of the moment. */}
        {t.zone(values.way === 'list' ? listTimes.timeZone : timeZone)}
      </Text>
      <Group>
        <Button ref={showButton} type="submit" variant="default" loading={preview.isPending}>
          {t.preview}
        </Button>
      </Group>
      {planned ? <Planned starts={planned.map((date) => date.start_datetime)} /> : null}
    </DialogForm>
  );
}

interface FieldsProps {
  values: DatesValues;
  onChange: (changed: Partial<DatesValues>) => void;
}

function RuleFields({ values, onChange }: FieldsProps) {
  const t = useTexts(seriesTexts);
  const { way } = values;
  return (
    <>
      <NumberInput
        required
        min={1}
        max={MOST_EVERY}
        clampBehavior="blur"
        allowDecimal={false}
        label={t.every[way === 'daily' ? 'daily' : 'weekly']}
        value={values.every}
        onChange={(every) => onChange({ every })}
      />
      {way === 'weekly' ? (
        <Input.Wrapper
          component="fieldset"
          style={{ border: 0, padding: 0, margin: 0 }}
          label={t.weekdays}
          labelElement="div"
        >
          <Chip.Group multiple value={values.weekdays} onChange={(weekdays) => onChange({ weekdays })}>
            <Group gap={6} mt={4}>
              {WEEKDAYS.map((day) => (
                <Chip key={day} value={day} size="sm">
                  {t.days[day]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      ) : null}
      <Rows
        type="time"
        label={t.timeNumber}
        more={t.addTime}
        rows={values.times}
        onChange={(times) => onChange({ times })}
      />
      <TextInput
        type="date"
        required
        label={t.from}
        value={values.from}
        onChange={({ currentTarget: { value } }) => onChange({ from: value })}
      />
      <NativeSelect
        label={t.ends}
        value={values.ends}
        data={ENDINGS.map((value) => ({ value, label: t.endings[value] }))}
        onChange={({ currentTarget: { value } }) => onChange({ ends: value === 'until' ? 'until' : 'count' })}
      />
      {values.ends === 'until' ? (
        <TextInput
          type="date"
          required
          label={t.until}
          value={values.until}
          onChange={({ currentTarget: { value } }) => onChange({ until: value })}
        />
      ) : (
        <NumberInput
          required
          min={1}
          max={MOST_DATES}
          clampBehavior="blur"
          allowDecimal={false}
          label={t.count}
          value={values.count}
          onChange={(count) => onChange({ count })}
        />
      )}
    </>
  );
}

interface RowsProps {
  type: 'time' | 'datetime-local';
  label: (number: number) => string;
  /** The button that adds a row. */
  more: string;
  rows: string[];
  onChange: (rows: string[]) => void;
}

/** As many times as wanted. An empty row is left out. */
function Rows({ type, label, more, rows, onChange }: RowsProps) {
  return (
    <Stack gap="xs">
      {rows.map((row, index) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, at the end
          key={index}
          type={type}
          required={index === 0}
          label={label(index + 1)}
          value={row}
          onChange={({ currentTarget: { value } }) => onChange(rows.with(index, value))}
        />
      ))}
      <Group>
        <Button variant="default" size="compact-sm" onClick={() => onChange([...rows, ''])}>
          {more}
        </Button>
      </Group>
    </Stack>
  );
}

function Planned({ starts }: { starts: string[] }) {
  const t = useTexts(seriesTexts);
  const { dateTime, weekday } = useFormats();
  return (
    <section aria-live="polite">
      <Text fw={600}>{t.planned(starts.length)}</Text>
      <ScrollArea.Autosize mah={180} viewportProps={{ tabIndex: 0 }}>
        <List size="sm">
          {starts.map((start) => (
            <List.Item key={start}>{`${weekday(start)}, ${dateTime(start)}`}</List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </section>
  );
}
