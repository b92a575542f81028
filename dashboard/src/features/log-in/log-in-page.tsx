import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { ask } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { type Me, meQuery } from '../../session/me-query.ts';
import { OutsideLayout } from '../../shell/outside-layout.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/log-in');

const wantsCode = (error: Error | null) => error instanceof Problem && error.reason === 'code_needed';

export function LogInPage() {
  const t = useTexts(texts);
  const { next } = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const { setLanguage } = useLanguage();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '', code: '' } });
  const logIn = useMutation({
    mutationFn: ({ code, ...values }: typeof form.values) =>
      ask<Me>('POST', '/log-in', code === '' ? values : { ...values, code }),
    onSuccess: (me) => {
      client.setQueryData(meQuery.queryKey, me);
      setLanguage(me.user.language);
      router.history.push(next ?? '/');
    },
  });
  const codeWanted = wantsCode(logIn.error) || form.getValues().code !== '';
  return (
    <OutsideLayout title={t.title}>
      <form onSubmit={form.onSubmit((values) => logIn.mutate(values))}>
        <Stack>
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          {codeWanted ? (
            <TextInput
              label={t.code}
              description={t.codeHint}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              data-autofocus
              {...form.getInputProps('code')}
              key={form.key('code')}
            />
          ) : null}
          <ProblemAlert error={wantsCode(logIn.error) ? null : logIn.error} />
          <Button type="submit" loading={logIn.isPending}>
            {t.submit}
          </Button>
        </Stack>
      </form>
    </OutsideLayout>
  );
}
