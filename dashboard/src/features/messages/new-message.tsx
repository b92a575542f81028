import { Button, Card, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { DraftOffer } from '../../form/draft-offer.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { changedFields, type FormDraft, useDraft, withRestored } from '../../form/use-draft.ts';
import { useFormTimes } from '../../form/use-form-times.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from '../events/event-queries.ts';
import { AudienceFields } from './audience-fields.tsx';
import { MailFrame } from './mail-frame.tsx';
import type { Preview } from './message-queries.ts';
import { type MessageValues, messageOf, NOTHING_WRITTEN, wordsOf } from './message-values.ts';
import { type Asked, SendQuestion } from './send-question.tsx';
import { texts } from './texts.ts';

/** The server's maxima. */
const MAX_SUBJECT = 150;
const MAX_TEXT = 5_000;
/** Browsers let years of six digits be typed, which are no times elsewhere. */
const LATEST = '9998-12-31T23:59';

/** What is written is kept until it is sent. */
export function NewMessage({ event }: { event: Event }) {
  const draft = useDraft(`message:${event.id}`);
  return <MessageForm key={draft.round} event={event} draft={draft} />;
}

/** Looks at a message, sends it to oneself, and sends it to the people of the event, who are counted first. */
function MessageForm({ event, draft }: { event: Event; draft: FormDraft }) {
  const t = useTexts(texts);
  const { timeZone, inputValue, withOffset, dateTime } = useFormTimes();
  const form = useForm<MessageValues>({
    initialValues: withRestored(NOTHING_WRITTEN, draft.restored),
    onValuesChange: (values) => draft.keep(changedFields(values, NOTHING_WRITTEN)),
  });
  const [shown, setShown] = useState<Preview | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const params = { path: { id: event.id } };
  const readPreview = (values: MessageValues) =>
    dataOf(api.POST('/events/{id}/messages/preview', { params, body: messageOf(values) }));
  const look = useAction({ act: readPreview, onDone: setShown });
  const ask = useAction({
    act: async (values: MessageValues) => ({
      ...{ values, sendAt: withOffset(values.send_at) || null },
      preview: await readPreview(values),
    }),
    onDone: setAsked,
  });
  const sendTest = useAction({
    act: () => dataOf(api.POST('/events/{id}/messages/test', { params, body: wordsOf(form.values) })),
    successMessage: t.testSent,
  });
  // Only of the last attempt: what was wrong before it may be corrected.
  const [last] = [look, ask, sendTest].sort((one, other) => other.submittedAt - one.submittedAt);
  const { subject, text, send_at: sendAt } = form.values;
  const isEmpty = subject.trim() === '' || text.trim() === '';
  const labels = { subject: t.subject, text: t.text, send_at: t.sendAt };
  return (
    <Card withBorder component="form" onSubmit={form.onSubmit((values) => ask.mutate(values))}>
      <Stack>
        <DraftOffer draft={draft} />
        <TextInput label={t.subject} required maxLength={MAX_SUBJECT} {...form.getInputProps('subject')} />
        <Textarea
          label={t.text}
          description={t.textHint}
          required
          autosize
          minRows={6}
          maxRows={20}
          maxLength={MAX_TEXT}
          {...form.getInputProps('text')}
        />
        <AudienceFields event={event} form={form} />
        <TextInput
          type="datetime-local"
          label={t.sendAt}
          description={t.sendAtHint(timeZone)}
          min={inputValue(new Date().toISOString())}
          max={LATEST}
          maw={300}
          {...form.getInputProps('send_at')}
        />
        <ProblemAlert error={last?.error ?? null} labels={labels} />
        <Group gap="xs">
          <SubmitButton needs="manage" loading={ask.isPending}>
            {sendAt === '' ? t.send : t.schedule}
          </SubmitButton>
          <GatedButton
            needs="manage"
            variant="default"
            disabled={isEmpty}
            loading={look.isPending}
            onClick={() => look.mutate(form.values)}
          >
            {t.preview}
          </GatedButton>
          <GatedButton
            needs="manage"
            variant="default"
            disabled={isEmpty}
            loading={sendTest.isPending}
            onClick={() => sendTest.mutate()}
          >
            {t.sendTest}
          </GatedButton>
        </Group>
        {shown ? (
          <Stack gap="xs">
            <Group justify="space-between">
              <Text role="status">{t.reach(shown.recipients, shown.left_out)}</Text>
              <Button variant="subtle" size="compact-sm" onClick={() => setShown(null)}>
                {t.closePreview}
              </Button>
            </Group>
            <MailFrame html={shown.html} title={t.previewOf(shown.subject)} />
          </Stack>
        ) : null}
      </Stack>
      {asked ? (
        <SendQuestion
          {...asked}
          eventId={event.id}
          dateTime={dateTime}
          onSent={() => {
            setShown(null);
            // What was written since is another message.
            if (Object.keys(changedFields(form.values, asked.values)).length > 0) return;
            form.setValues(NOTHING_WRITTEN);
            draft.forget();
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Card>
  );
}
