import { Checkbox, Grid, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { lazy, type ReactNode, type RefObject, Suspense, useImperativeHandle, useRef, useState } from 'react';
import type { Model } from '../../api/models.ts';
import { useAskBeforeLeaving } from '../../form/ask-before-leaving.ts';
import { DraftOffer } from '../../form/draft-offer.tsx';
import { MoreOptions } from '../../form/more-options.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { changedFields, type FormDraft, withRestored } from '../../form/use-draft.ts';
import { useFormTimes } from '../../form/use-form-times.ts';
import { useTexts } from '../../language/language.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { eventLabels } from './event-labels.ts';
import type { Event, Tier } from './event-queries.ts';
import {
  bodyFrom,
  changesFrom,
  draftOf,
  type EventBody,
  type EventValues,
  eventValues,
  pricedTier,
  restoredFrom,
  withOffsets,
} from './event-values.ts';
import { RefundRuleFields } from './refund-rule-fields.tsx';
import { texts } from './texts.ts';
import { WaitingRoomFields } from './waiting-room-fields.tsx';

// The editor is as large as everything else that the first page loads.
const DescriptionEditor = lazy(() =>
  import('./description-editor.tsx').then(({ DescriptionEditor }) => ({ default: DescriptionEditor })),
);

const TYPES = [
  'concert',
  'workshop',
  'conference',
  'sports',
  'social',
  'food',
  'nightlife',
  'art',
  'other',
] as const satisfies Model<'EventType'>[];

const ATTENDEE_DETAILS = ['none', 'optional', 'required'] as const satisfies Model<'AttendeeDetails'>[];

interface EventFormProps {
  /** The event to edit: only changed fields are sent. Without it the form creates an event and sends all fields. */
  event?: Event;
  submit: string;
  action: { isPending: boolean; error: Error | null };
  /** `priced` is the tier whose price the form shows. */
  onSubmit: (body: EventBody, then: { onSuccess: () => void }, priced: Tier | undefined) => void;
  readOnly?: boolean;
  /** The caller deletes the draft when the form is saved. */
  draft: FormDraft;
  /** Before the button. */
  children?: ReactNode;
}

/**
 * Shows new values when the event was changed elsewhere (sales change its status), but keeps unsaved input. Input that
 * was lost with the page is offered.
 */
export function EventForm({ event, ...props }: EventFormProps) {
  const { draft, readOnly } = props;
  // Input that was restored before the fields began anew was saved since, or put back by hand.
  const [shown, setShown] = useState({ event, began: event?.updated_at, round: draft.round });
  const form = useRef<Entered>(null);
  const entered = form.current;
  // What is restored in this round is in no field yet.
  if (event?.updated_at !== shown.event?.updated_at && entered?.round === draft.round && !entered.isDirty()) {
    // After one's own save they are the same, and the focus stays in its field.
    const isSame = Object.keys(changedFields(entered.getValues(), eventValues(event, entered.inputValue))).length === 0;
    setShown({ event, began: isSame ? shown.began : event?.updated_at, round: draft.round });
  }
  const restored = draft.round === shown.round ? null : draft.restored;
  return (
    <>
      {readOnly ? null : <DraftOffer draft={draft} />}
      <Fields key={`${shown.began} ${draft.round}`} event={shown.event} entered={form} restored={restored} {...props} />
    </>
  );
}

interface Entered extends Pick<UseFormReturnType<EventValues>, 'isDirty' | 'getValues'> {
  /** Writes times in the zone that the fields began with. */
  inputValue: (instant: string | null) => string;
  /** Round of the draft when the fields began. */
  round: number;
}

interface FieldsProps extends Omit<EventFormProps, 'event'> {
  event: Event | undefined;
  /** What is in the fields, and whether that is saved. */
  entered: RefObject<Entered | null>;
  restored: FormDraft['restored'];
}

function Fields({ event, entered, restored, submit, action, onSubmit, readOnly, draft, children }: FieldsProps) {
  const t = useTexts(texts);
  const { leave } = useTexts(formTexts);
  const { inputValue, withOffset, timeZone } = useFormTimes();
  const [saved, setSaved] = useState(() => eventValues(event, inputValue));
  const priced = event && pricedTier(event.ticket_tiers);
  const begin = withRestored(saved, restoredFrom(restored, priced));
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: begin,
    onValuesChange: (values) => draft.keep(draftOf(changedFields(values, saved), priced)),
  });
  // What was restored differs from what is saved.
  useState(() => form.resetDirty(saved));
  const labels = eventLabels(t);
  const field = (name: keyof typeof form.values) => ({ label: labels[name], ...form.getInputProps(name), readOnly });
  /** `readOnly` does nothing to a select. */
  const select = (name: keyof typeof form.values) => ({ ...field(name), disabled: readOnly });
  /** What was entered while they were on their way is not saved yet. */
  const keepSaved = (sent: EventValues) => {
    setSaved(sent);
    form.resetDirty(sent);
  };
  const send = (values: EventValues) => {
    const sent = withOffsets(values, withOffset);
    const body = bodyFrom(sent);
    const changed = changesFrom(sent, saved, form);
    // Unless it is set, the end of sales follows the start: sending the default would fix it.
    const created = { ...body, sales_end_datetime: changed.sales_end_datetime };
    onSubmit((event ? changed : created) as EventBody, { onSuccess: () => keepSaved(values) }, priced);
  };
  useImperativeHandle(entered, () => ({ ...form, inputValue, round: draft.round }));
  // After an event was created the page changes to it, and nothing is lost.
  useAskBeforeLeaving(() => (event !== undefined || !action.isPending) && form.isDirty(), leave);
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack maw={800}>
        <TextInput required maxLength={200} {...field('title')} />
        <Grid>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <TextInput type="datetime-local" required {...field('start_datetime')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <TextInput type="datetime-local" {...field('end_datetime')} />
          </Grid.Col>
        </Grid>
        <Text size="sm" c="dimmed">
          {t.zone(timeZone)}
          {event && event.tickets_sold > 0 ? <> · {t.holdersAreTold}</> : null}
        </Text>
        <Grid>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput maxLength={200} {...field('venue_name')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput maxLength={500} {...field('address')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <TextInput maxLength={200} {...field('city')} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <NumberInput
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
              description={priced ? t.priceOf(priced.name) : t.priceHint}
              required
              min={0}
              decimalScale={2}
              thousandSeparator=","
              {...field('ticket_price')}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 4 }}>
            <NativeSelect data={TYPES.map((value) => ({ value, label: t.types[value] }))} {...select('event_type')} />
          </Grid.Col>
        </Grid>
        {event ? null : (
          <Text size="sm" c="dimmed">
            {t.coverLater}
          </Text>
        )}
        <Suspense fallback={<Waiting />}>
          <DescriptionEditor
            label={labels.description_html}
            html={begin.description_html}
            editable={!readOnly}
            onChange={(html) => form.setFieldValue('description_html', html)}
          />
        </Suspense>
        <MoreOptions opened={event !== undefined || restored !== null}>
          <Grid>
            <Grid.Col span={{ base: 12, sm: 6 }}>
              <TextInput type="datetime-local" description={t.salesEndHint} {...field('sales_end_datetime')} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, sm: 6 }}>
              <NativeSelect
                description={t.attendeeDetailsHint}
                data={ATTENDEE_DETAILS.map((value) => ({ value, label: t.attendeeDetailsChoices[value] }))}
                {...select('attendee_details')}
              />
            </Grid.Col>
            <Grid.Col span={{ base: 12, sm: 6 }}>
              <NumberInput description={t.maxPerOrderHint} min={1} allowDecimal={false} {...field('max_per_order')} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, sm: 6 }}>
              <NumberInput description={t.maxPerBuyerHint} min={1} allowDecimal={false} {...field('max_per_buyer')} />
            </Grid.Col>
          </Grid>
          {event ? (
            <TextInput description={t.slugHint} required minLength={3} maxLength={80} {...field('slug')} />
          ) : null}
          <Checkbox
            label={labels.listed}
            description={t.listedHint}
            disabled={readOnly}
            {...form.getInputProps('listed', { type: 'checkbox' })}
          />
          <Textarea description={t.consentHint} autosize minRows={2} {...field('consent_text')} />
          <WaitingRoomFields
            readOnly={readOnly}
            field={field}
            checkbox={(name) => form.getInputProps(name, { type: 'checkbox' })}
          />
          <RefundRuleFields field={field} select={select} />
        </MoreOptions>
        <ProblemAlert error={action.error} labels={labels} />
        {children}
        <Group>
          <SubmitButton needs="manage" loading={action.isPending}>
            {submit}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
