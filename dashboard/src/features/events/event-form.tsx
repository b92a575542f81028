import { Button, Grid, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { lazy, Suspense } from 'react';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import type { Event } from './event-queries.ts';
import { texts } from './texts.ts';

// The editor is as large as the rest of the first load together.
const DescriptionEditor = lazy(() =>
  import('./description-editor.tsx').then(({ DescriptionEditor }) => ({ default: DescriptionEditor })),
);

const TYPES = ['concert', 'workshop', 'conference', 'sports', 'social', 'food', 'nightlife', 'art', 'other'] as const;

const WHO_COMES = ['none', 'optional', 'required'] as const;

/** What is sent; null clears. Times are those of the organization's zone, as the fields hold them. */
export interface EventBody {
  title: string;
  start_datetime: string;
  end_datetime: string | null;
  sales_end_datetime?: string | null;
  capacity?: number;
  ticket_price?: number;
  event_type: Event['event_type'];
  venue_name: string | null;
  address: string | null;
  city: string | null;
  cover_image_url: string | null;
  description_html: string | null;
  max_per_order: number | null;
  attendee_details: Event['attendee_details'];
  consent_text: string | null;
}

interface EventFormProps {
  /** None: a new one. */
  event?: Event;
  submit: string;
  action: { isPending: boolean; error: Error | null };
  onSubmit: (body: EventBody) => void;
  readOnly?: boolean;
}

export function EventForm({ event, submit, action, onSubmit, readOnly }: EventFormProps) {
  const t = useTexts(texts);
  const { inputValue, timeZone } = useFormats();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      title: event?.title ?? '',
      start: inputValue(event?.start_datetime ?? null),
      end: inputValue(event?.end_datetime ?? null),
      salesEnd: inputValue(event?.sales_end_datetime ?? null),
      capacity: event?.capacity ?? 100,
      price: event?.ticket_price ?? 0,
      type: event?.event_type ?? ('concert' as Event['event_type']),
      venue: event?.venue_name ?? '',
      address: event?.address ?? '',
      city: event?.city ?? '',
      cover: event?.cover_image_url ?? '',
      description: event?.description_html ?? '',
      most: event?.max_per_order ?? ('' as number | string),
      details: event?.attendee_details ?? ('none' as Event['attendee_details']),
      consent: event?.consent_text ?? '',
    },
  });
  const field = (name: keyof typeof form.values) => ({ ...form.getInputProps(name), readOnly });
  const send = (values: typeof form.values) =>
    onSubmit({
      title: values.title,
      start_datetime: values.start,
      end_datetime: values.end || null,
      // Untouched it follows the start: sending it would make it stay.
      ...(form.isDirty('salesEnd') ? { sales_end_datetime: values.salesEnd || null } : {}),
      ...(event?.seated ? {} : { capacity: Number(values.capacity) }),
      ...(event && !form.isDirty('price') ? {} : { ticket_price: Number(values.price) }),
      event_type: values.type,
      venue_name: values.venue || null,
      address: values.address || null,
      city: values.city || null,
      cover_image_url: values.cover || null,
      description_html: values.description || null,
      max_per_order: values.most === '' ? null : Number(values.most),
      attendee_details: values.details,
      consent_text: values.consent || null,
    });
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack maw={800}>
        <TextInput label={t.name} required maxLength={200} {...field('title')} />
        <Grid>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput type="datetime-local" label={t.start} required {...field('start')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput type="datetime-local" label={t.end} {...field('end')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput type="datetime-local" label={t.salesEnd} description={t.salesEndHint} {...field('salesEnd')} />
          </Grid.Col>
        </Grid>
        <Text size="sm" c="dimmed">
          {t.zone(timeZone)}
        </Text>
        <Grid>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <NumberInput
              label={t.capacity}
              description={event?.seated ? t.capacitySeated : undefined}
              disabled={event?.seated}
              required
              min={1}
              max={1_000_000}
              allowDecimal={false}
              {...field('capacity')}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <NumberInput
              label={t.price}
              description={t.priceHint}
              required
              min={0}
              decimalScale={2}
              thousandSeparator=","
              {...field('price')}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <NativeSelect
              label={t.type}
              data={TYPES.map((value) => ({ value, label: t.types[value] }))}
              {...field('type')}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput label={t.venue} maxLength={200} {...field('venue')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput label={t.address} maxLength={500} {...field('address')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput label={t.city} maxLength={200} {...field('city')} />
          </Grid.Col>
        </Grid>
        <TextInput type="url" label={t.cover} description={t.coverHint} maxLength={2048} {...field('cover')} />
        <Suspense fallback={<Waiting />}>
          <DescriptionEditor
            label={t.description}
            html={form.getInitialValues().description}
            editable={!readOnly}
            onChange={(html) => form.setFieldValue('description', html)}
          />
        </Suspense>
        <Grid>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <NumberInput label={t.most} description={t.mostHint} min={1} allowDecimal={false} {...field('most')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <NativeSelect
              label={t.whoComes}
              description={t.whoComesHint}
              data={WHO_COMES.map((value) => ({ value, label: t.whoComesChoices[value] }))}
              {...field('details')}
            />
          </Grid.Col>
        </Grid>
        <Textarea label={t.consent} description={t.consentHint} autosize minRows={2} {...field('consent')} />
        <ProblemAlert error={action.error} />
        {readOnly ? null : (
          <Group>
            <Button type="submit" loading={action.isPending}>
              {submit}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
