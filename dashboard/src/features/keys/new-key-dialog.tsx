import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
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
    initialValues: { name: '', scopes: ['read'] as Scope[], expires: '' },
  });
  const create = useAction({
    act: ({ name, scopes, expires }: typeof form.values) =>
      dataOf(postOnce('/api-keys', { body: { name, scopes, expires_at: withOffset(expires) || null } })),
    onDone: ({ key }) => {
      onCreated(key);
      onClose();
    },
  });
  return (
    <DialogForm
      title={t.create}
      onClose={onClose}
      action={create}
      labels={{ name: t.name, scopes: t.scopes, expires_at: t.expires }}
      submit={t.createSubmit}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={200}
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
      <Checkbox.Group label={t.scopes} required {...form.getInputProps('scopes')} key={form.key('scopes')}>
        <Stack gap="xs" mt="xs">
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t.scopeTexts[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        type="datetime-local"
        label={t.expires}
        description={t.expiresHint}
        {...form.getInputProps('expires')}
        key={form.key('expires')}
      />
    </DialogForm>
  );
}
