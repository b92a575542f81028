import { Anchor, Button, Code, Group, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { dataOf, done, own } from '../../api/client.ts';
import { CurrentPasswordInput } from '../../form/current-password-input.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { QrCode } from '../../shell/qr-code.tsx';
import { texts } from './texts.ts';

interface Password {
  password: string;
}

/** Shows a new secret to the authenticator app, and asks for its first code. */
export function TurnOnTotp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useTexts(texts);
  const begin = useMutation({
    mutationFn: (body: Password) => dataOf(own.POST('/me/totp', { body })),
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const confirm = useAction({
    act: (body: typeof form.values) => dataOf(own.PUT('/me/totp', { body })),
    successMessage: t.totpStarted,
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  if (!begin.data) return <AskPassword action={begin} />;
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <Stack>
        <Text>{t.totpKey}</Text>
        <QrCode content={begin.data.otpauth_url} label={t.totpQr} />
        <Text>{t.totpKeyText}</Text>
        <Code block>{begin.data.secret}</Code>
        <Anchor href={begin.data.otpauth_url}>{t.totpLink}</Anchor>
        <TotpCode {...form.getInputProps('code')} key={form.key('code')} />
        <ProblemAlert error={confirm.error} labels={{ code: t.totpCode }} />
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            {t.totpConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function TurnOffTotp() {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '', code: '' } });
  const stop = useAction({
    act: (body: typeof form.values) => done(own.DELETE('/me/totp', { body })),
    successMessage: t.totpStopped,
  });
  return (
    <form onSubmit={form.onSubmit((values) => stop.mutate(values))}>
      <Stack>
        <Text>{t.totpOn}</Text>
        <CurrentPasswordInput
          label={t.currentPassword}
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
        <TotpCode
          description={t.totpCodeOrRecovery}
          inputMode="text"
          {...form.getInputProps('code')}
          key={form.key('code')}
        />
        <ProblemAlert error={stop.error} labels={{ code: t.totpCode }} />
        <Group>
          <Button type="submit" variant="default" loading={stop.isPending}>
            {t.totpStop}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const TotpCode = (props: TextInputProps) => (
  <TextInput label={useTexts(texts).totpCode} required inputMode="numeric" autoComplete="one-time-code" {...props} />
);

interface AskPasswordProps {
  action: { isPending: boolean; error: Error | null; mutate: (body: Password) => void };
}

/** Asks for the password, because another person may use an open browser. */
function AskPassword({ action }: AskPasswordProps) {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  return (
    <form onSubmit={form.onSubmit((values) => action.mutate(values))}>
      <Stack>
        <Text>{t.totpOff}</Text>
        <CurrentPasswordInput label={t.totpPassword} {...form.getInputProps('password')} key={form.key('password')} />
        <ProblemAlert error={action.error} labels={{ password: t.totpPassword }} />
        <Group>
          <Button type="submit" variant="default" loading={action.isPending}>
            {t.totpStart}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
