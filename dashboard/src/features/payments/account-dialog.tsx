import { Alert, Button, Checkbox, CopyButton, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { paymentsQuery } from '../../session/payments-query.ts';
import { texts as orderTexts } from '../orders/texts.ts';
import { accountsQuery } from './accounts-query.ts';
import { PROVIDER_NAMES, type Provider } from './provider-names.ts';
import { texts } from './texts.ts';

const PROVIDERS = ['paymongo', 'xendit'] as const satisfies Provider[];
const METHODS = [
  'CARD',
  'GCASH',
  'MAYA',
  'GRABPAY',
  'QRPH',
  'BANK_TRANSFER',
] as const satisfies Model<'PaymentMethod'>[];

export function AccountDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const { methods: methodTexts } = useTexts(orderTexts);
  const { data: payments } = useSuspenseQuery(paymentsQuery);
  const { data: accounts } = useSuspenseQuery(accountsQuery);
  const accountOf = (wanted: Provider) => accounts.payment_accounts.find((account) => account.provider === wanted);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      provider: PROVIDERS[0] as Provider,
      secret: '',
      webhook: '',
      // Another key leaves the methods as they are.
      methods: accountOf(PROVIDERS[0])?.methods ?? [],
    },
  });
  const [provider, setProvider] = useState(form.getValues().provider);
  form.watch('provider', ({ value }) => {
    setProvider(value);
    form.setValues({ secret: '', webhook: '', methods: accountOf(value)?.methods ?? [] });
  });
  const replaces = accountOf(provider) !== undefined;
  const hints = t.hints[provider];
  const save = useAction({
    act: ({ provider: chosen, secret, webhook, methods }: typeof form.values) =>
      dataOf(
        api.PUT('/payment-accounts/{provider}', {
          params: { path: { provider: chosen } },
          body: {
            // The fields hide what is pasted behind a secret.
            secret_key: secret.trim(),
            webhook_secret: webhook.trim(),
            methods: methods.length > 0 ? methods : null,
          },
        }),
      ),
    successMessage: t.saved,
    onDone: onClose,
  });
  return (
    <DialogForm
      title={t.connect}
      onClose={onClose}
      action={save}
      labels={{ provider: t.provider, secret_key: t.secretKey, webhook_secret: t.webhookSecret, methods: t.methods }}
      submit={t.submit}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <NativeSelect
        label={t.provider}
        data={PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] }))}
        {...form.getInputProps('provider')}
      />
      {replaces ? <Alert color="yellow">{t.replaces(PROVIDER_NAMES[provider])}</Alert> : null}
      <PasswordInput
        label={t.secretKey}
        description={hints.secretKey}
        required
        autoComplete="off"
        {...form.getInputProps('secret')}
        key={form.key('secret')}
      />
      <WebhookUrl description={hints.webhookUrl} url={payments.webhook_urls[provider]} />
      <PasswordInput
        label={t.webhookSecret}
        description={hints.webhookSecret}
        required
        autoComplete="off"
        {...form.getInputProps('webhook')}
        key={form.key('webhook')}
      />
      <Checkbox.Group
        label={t.methods}
        description={t.allMethods}
        {...form.getInputProps('methods')}
        key={form.key('methods')}
      >
        <Stack gap="xs" my="xs">
          {METHODS.map((method) => (
            <Checkbox key={method} value={method} label={methodTexts[method]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}

/** The provider shows the webhook secret only to an organizer who entered this there. */
function WebhookUrl({ description, url }: { description: string; url: string }) {
  const t = useTexts(texts);
  const { copy: copyLabel, copied: copiedLabel } = useTexts(formTexts);
  return (
    <Stack gap="xs" align="flex-start">
      <TextInput label={t.webhookUrl} description={description} value={url} readOnly w="100%" />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" onClick={copy}>
            {copied ? copiedLabel : copyLabel}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}
