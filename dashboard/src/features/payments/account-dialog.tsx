import { Checkbox, NativeSelect, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { texts as orderTexts } from '../orders/texts.ts';
import { texts } from './texts.ts';

const PROVIDERS = ['paymongo', 'xendit'] as const;
const METHODS = ['CARD', 'GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'BANK_TRANSFER'] as const;

export function AccountDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const { methods: methodTexts } = useTexts(orderTexts);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      provider: 'paymongo' as (typeof PROVIDERS)[number],
      secret: '',
      webhook: '',
      methods: [] as (typeof METHODS)[number][],
    },
  });
  const save = useAction({
    act: ({ provider, secret, webhook, methods }: typeof form.values) =>
      dataOf(
        api.PUT('/payment-accounts/{provider}', {
          params: { path: { provider } },
          body: {
            secret_key: secret,
            webhook_secret: webhook,
            methods: methods.length > 0 ? methods : null,
          },
        }),
      ),
    successMessage: t.saved,
    onDone: onClose,
  });
  const field = (name: keyof typeof form.values) => form.getInputProps(name);
  return (
    <DialogForm
      title={t.connect}
      opened
      onClose={onClose}
      action={save}
      labels={{ provider: t.provider, secret_key: t.secretKey, webhook_secret: t.webhookSecret, methods: t.methods }}
      submit={t.submit}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <NativeSelect
        label={t.provider}
        data={PROVIDERS.map((value) => ({ value, label: t.providers[value] }))}
        {...field('provider')}
      />
      <PasswordInput label={t.secretKey} required autoComplete="off" {...field('secret')} />
      <PasswordInput label={t.webhookSecret} required autoComplete="off" {...field('webhook')} />
      <Checkbox.Group label={t.methods} description={t.allMethods} {...field('methods')}>
        <Stack gap="xs" my="xs">
          {METHODS.map((method) => (
            <Checkbox key={method} value={method} label={methodTexts[method]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}
