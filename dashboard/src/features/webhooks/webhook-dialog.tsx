import { Checkbox, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Model } from '../../api/models.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
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
  const labels = { url: t.url, events: t.types, payload: t.payloads, is_active: t.active };
  const { field, toggle } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      action={save}
      labels={labels}
      submit={submit}
      onSubmit={form.onSubmit((body) => save.mutate(body))}
    >
      <TextInput type="url" description={t.urlHint} required maxLength={2048} {...field('url')} />
      <Checkbox.Group required {...field('events')}>
        <Stack gap="xs" mt="xs">
          {NOTIFICATION_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={t.typeTexts[type]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Radio.Group {...field('payload')}>
        <Stack gap="xs" mt="xs">
          {PAYLOADS.map((payload) => (
            <Radio key={payload} value={payload} label={t.payloadTexts[payload]} />
          ))}
        </Stack>
      </Radio.Group>
      {webhook ? <Switch {...toggle('is_active')} /> : null}
    </DialogForm>
  );
}
