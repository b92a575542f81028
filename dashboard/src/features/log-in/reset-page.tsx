import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { done, own } from '../../api/client.ts';
import { NewPasswordInput } from '../../form/new-password-input.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useTexts } from '../../language/language.tsx';
import { OutsideLayout } from '../../shell/outside-layout.tsx';
import { isComplete, linkToken } from './link-token.ts';
import { texts } from './texts.ts';

/** Sends a reset link. Opened by that link, it sets the new password. */
export function ResetPage() {
  const t = useTexts(texts);
  const token = linkToken();
  return (
    <OutsideLayout title={t.resetTitle}>
      {token === '' ? <AskForLink /> : isComplete(token) ? <SetPassword /> : <Text>{t.linkIncomplete}</Text>}
      <Anchor href="/dashboard/log-in" size="sm">
        {t.back}
      </Anchor>
    </OutsideLayout>
  );
}

function AskForLink() {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } });
  const send = useMutation({
    mutationFn: (body: typeof form.values) => done(own.POST('/password-resets', { body })),
  });
  if (send.isSuccess) return <Alert role="status">{t.resetSent}</Alert>;
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          required
          autoComplete="username"
          {...form.getInputProps('email')}
          key={form.key('email')}
        />
        <ProblemAlert error={send.error} labels={{ email: t.email }} />
        <Button type="submit" loading={send.isPending}>
          {t.resetAsk}
        </Button>
      </Stack>
    </form>
  );
}

function SetPassword() {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const set = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      done(own.PUT('/password-resets', { body: { token: linkToken(), password } })),
  });
  if (set.isSuccess) return <Alert role="status">{t.resetDone}</Alert>;
  return (
    <form onSubmit={form.onSubmit((values) => set.mutate(values))}>
      <Stack>
        <NewPasswordInput label={t.newPassword} {...form.getInputProps('password')} key={form.key('password')} />
        <ProblemAlert error={set.error} labels={{ password: t.newPassword }} />
        <Button type="submit" loading={set.isPending}>
          {t.resetSet}
        </Button>
      </Stack>
    </form>
  );
}
