import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormTimes } from '../../form/use-form-times.ts';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';

const SCOPES = ['read', 'sell', 'door', 'box_office', 'all'] as const satisfies Model<'Scope'>[];
type Scope = (typeof SCOPES)[number];

interface NewKeyDialogProps {
  onClose: () => void;
  onCreated: (key: string) => void;
}

export function NewKeyDialog({ onClose, onCreated }: NewKeyDialogProps) {
  const t = useTexts(texts);
  const { withOffset } = useFormTimes();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', scopes: ['read'] as Scope[], expires_at: '' },
  });
  const create = useAction({
    act: ({ expires_at, ...body }: typeof form.values) =>
      dataOf(postOnce('/api-keys', { body: { ...body, expires_at: withOffset(expires_at) || null } })),
    onDone: ({ key }) => {
      onCreated(key);
      onClose();
    },
  });
  const labels = { name: t.name, scopes: t.scopes, expires_at: t.expires };
  const { field } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={t.create}
      onClose={onClose}
      action={create}
      labels={labels}
      submit={t.createSubmit}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput description={t.nameHint} required maxLength={200} {...field('name')} />
      <Checkbox.Group required {...field('scopes')}>
        <Stack gap="xs" mt="xs">
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t.scopeTexts[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput type="datetime-local" description={t.expiresHint} {...field('expires_at')} />
    </DialogForm>
  );
}
