import { Button, Card, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { DraftOffer } from '../../form/draft-offer.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { changedFields, type FormDraft, useDraft, withRestored } from '../../form/use-draft.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from '../events/event-queries.ts';
import { AudienceFields } from './audience-fields.tsx';
import { MailFrame } from './mail-frame.tsx';
import type { Preview } from './message-queries.ts';
import { audienceOf, type MessageValues, NOTHING_WRITTEN, wordsOf } from './message-values.ts';
import { texts } from './texts.ts';

/** The server's maxima. */
const MAX_SUBJECT = 150;
const MAX_TEXT = 5_000;

/** What is written is kept until it is sent. */
export function NewMessage({ event }: { event: Event }) {
  const draft = useDraft(`message:${event.id}`);
  return <MessageForm key={draft.round} event={event} draft={draft} />;
}

/** Looks at a message, sends it to oneself, and sends it to the people of the event, who are counted first. */
function MessageForm({ event, draft }: { event: Event; draft: FormDraft }) {
  const t = useTexts(texts);
  const { timeZone } = useFormats();
  const form = useForm<MessageValues>({
    initialValues: withRestored(NOTHING_WRITTEN, draft.restored),
    onValuesChange: (values) => draft.keep(changedFields(values, NOTHING_WRITTEN)),
  });
  const [shown, setShown] = useState<Preview | null>(null);
  const [asked, setAsked] = useState<Preview | null>(null);
  const params = { path: { id: event.id } };
  const readPreview = () =>
    dataOf(
      api.POST('/events/{id}/messages/preview', {
        params,
        body: { ...wordsOf(form.values), audience: audienceOf(form.values) },
      }),
    );
  const look = useAction({ act: readPreview, onDone: setShown });
  const ask = useAction({ act: readPreview, onDone: setAsked });
  const sendTest = useAction({
    act: () => dataOf(api.POST('/events/{id}/messages/test', { params, body: wordsOf(form.values) })),
    successMessage: t.testSent,
  });
  const send = () => {
    const body = {
      ...wordsOf(form.values),
      audience: audienceOf(form.values),
      send_at: form.values.send_at || null,
    };
    return dataOf(postOnce('/events/{id}/messages', { params, body }));
  };
  const { subject, text, send_at: sendAt } = form.values;
  const isEmpty = subject.trim() === '' || text.trim() === '';
  const labels = { subject: t.subject, text: t.text, send_at: t.sendAt };
  return (
    <Card withBorder component="form" onSubmit={form.onSubmit(() => ask.mutate())}>
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
          maw={300}
          {...form.getInputProps('send_at')}
        />
        <ProblemAlert error={look.error ?? sendTest.error ?? ask.error} labels={labels} />
        <Group gap="xs">
          <SubmitButton needs="manage" loading={ask.isPending}>
            {sendAt === '' ? t.send : t.schedule}
          </SubmitButton>
          <GatedButton
            needs="manage"
            variant="default"
            disabled={isEmpty}
            loading={look.isPending}
            onClick={() => look.mutate()}
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
        <ConfirmDialog
          title={sendAt === '' ? t.send : t.schedule}
          question={
            sendAt === ''
              ? t.sendQuestion(subject, t.reach(asked.recipients, asked.left_out))
              : t.scheduleQuestion(subject, sendAt.replace('T', ' '), t.reach(asked.recipients, asked.left_out))
          }
          act={send}
          successMessage={sendAt === '' ? t.onItsWay : t.scheduled}
          onDone={() => {
            form.setValues(NOTHING_WRITTEN);
            draft.forget();
            setShown(null);
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Card>
  );
}
