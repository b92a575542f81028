import { Anchor, Button, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/client.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import type { Me } from '../../session/me-query.ts';
import { texts } from './texts.ts';

/** A code of an authenticator app besides the password. */
export const Totp = () => (useMe().user.totp_enabled ? <TurnOff /> : <TurnOn />);

function TurnOn() {
  const t = useTexts(texts);
  const start = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const begin = useMutation({
    mutationFn: (body: typeof start.values) => ask<{ secret: string; otpauth_url: string }>('POST', '/me/totp', body),
  });
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } });
  const confirm = useAction({
    act: (body: typeof form.values) => ask<Me>('PUT', '/me/totp', body),
    said: t.totpStarted,
  });
  if (!begin.data)
    return (
      <form onSubmit={start.onSubmit((values) => begin.mutate(values))}>
        <Stack>
          <Text>{t.totpOff}</Text>
          <PasswordInput
            label={t.totpPassword}
            required
            autoComplete="current-password"
            {...start.getInputProps('password')}
            key={start.key('password')}
          />
          <ProblemAlert error={begin.error} />
          <Group>
            <Button type="submit" variant="default" loading={begin.isPending}>
              {t.totpStart}
            </Button>
          </Group>
        </Stack>
      </form>
    );
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
      <Stack>
        <Text>{t.totpKey}</Text>
        <Code block>{begin.data.secret}</Code>
        <Anchor href={begin.data.otpauth_url}>{t.totpLink}</Anchor>
        <TextInput
          label={t.totpCode}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
          key={form.key('code')}
        />
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

function TurnOff() {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const stop = useAction({
    act: (body: typeof form.values) => ask('DELETE', '/me/totp', body),
    said: t.totpStopped,
  });
  return (
    <form onSubmit={form.onSubmit((values) => stop.mutate(values))}>
      <Stack>
        <Text>{t.totpOn}</Text>
        <PasswordInput
          label={t.currentPassword}
          required
          autoComplete="current-password"
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
        <ProblemAlert error={stop.error} />
        <Group>
          <Button type="submit" variant="default" loading={stop.isPending}>
            {t.totpStop}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
