import { Checkbox, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Model } from '../../api/models.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { onlyChanged } from '../../form/only-changed.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { NOTIFICATION_TYPES } from './deliveries-search.ts';
import { texts } from './texts.ts';
import type { Webhook } from './webhook-queries.ts';

const PAYLOADS = ['full', 'thin'] as const satisfies Model<'NotificationPayload'>[];

export interface WebhookBody {
  url: string;
  events: Webhook['events'];
  payload: Webhook['payload'];
  is_active: boolean;
}

interface WebhookDialogProps {
  /** The webhook to edit; without it the dialog creates one, which is active. */
  webhook?: Webhook;
  title: string;
  submit: string;
  /** `changed` has the fields that differ from those of `webhook`. */
  act: (body: WebhookBody, changed: Partial<WebhookBody>) => Promise<unknown>;
  successMessage?: string;
  onClose: () => void;
}

export function WebhookDialog({ webhook, title, submit, act, successMessage, onClose }: WebhookDialogProps) {
  const t = useTexts(texts);
  const form = useForm<WebhookBody>({
    mode: 'uncontrolled',
    initialValues: {
      url: webhook?.url ?? '',
      events: webhook?.events ?? ['ticket.purchased'],
      payload: webhook?.payload ?? 'full',
      is_active: webhook?.is_active ?? true,
    },
  });
  const save = useAction({
    act: (body: WebhookBody) => act(body, onlyChanged(body, form)),
    successMessage,
    onDone: onClose,
  });
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      action={save}
      labels={{ url: t.url, events: t.types, payload: t.payloads, is_active: t.active }}
      submit={submit}
      onSubmit={form.onSubmit((body) => save.mutate(body))}
    >
      <TextInput
        type="url"
        label={t.url}
        description={t.urlHint}
        required
        maxLength={2048}
        {...form.getInputProps('url')}
        key={form.key('url')}
      />
      <Checkbox.Group label={t.types} required {...form.getInputProps('events')} key={form.key('events')}>
        <Stack gap="xs" mt="xs">
          {NOTIFICATION_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={t.typeTexts[type]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Radio.Group label={t.payloads} {...form.getInputProps('payload')} key={form.key('payload')}>
        <Stack gap="xs" mt="xs">
          {PAYLOADS.map((payload) => (
            <Radio key={payload} value={payload} label={t.payloadTexts[payload]} />
          ))}
        </Stack>
      </Radio.Group>
      {webhook ? (
        <Switch
          label={t.active}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
          key={form.key('is_active')}
        />
      ) : null}
    </DialogForm>
  );
}
