import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf, own } from '../../api/client.ts';
import type { OwnBody } from '../../api/models.ts';
import { CurrentPasswordInput } from '../../form/current-password-input.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useTexts } from '../../language/language.tsx';
import { OutsideLayout } from '../../shell/outside-layout.tsx';
import { CodeField } from './code-field.tsx';
import { forgetCode, hasNoApp, isSaidByCodeField, needsCode } from './needs-code.ts';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import { texts } from './texts.ts';
import { useSessionStart } from './use-session-start.ts';

export function LogInPage() {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '', code: '' } });
  const logIn = useSessionStart((body: OwnBody<'/log-in'>) => dataOf(own.POST('/log-in', { body })));
  form.watch('email', () => forgetCode(form, logIn));
  form.watch('password', () => forgetCode(form, logIn));
  const send = ({ code, ...values }: typeof form.values) => logIn.mutate(code === '' ? values : { ...values, code });
  const codeNeeded = needsCode(logIn.error) || form.getValues().code !== '';
  return (
    <OutsideLayout title={t.title}>
      <form onSubmit={form.onSubmit(send)}>
        <Stack>
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <CurrentPasswordInput label={t.password} {...form.getInputProps('password')} key={form.key('password')} />
          {codeNeeded ? (
            <CodeField hasNoApp={hasNoApp(logIn.error)} {...form.getInputProps('code')} key={form.key('code')} />
          ) : null}
          <ProblemAlert
            error={isSaidByCodeField(logIn.error) ? null : logIn.error}
            labels={{ email: t.email, password: t.password }}
          />
          <Button type="submit" loading={logIn.isPending}>
            {t.submit}
          </Button>
          <Anchor href="/dashboard/reset" size="sm">
            {t.forgotten}
          </Anchor>
        </Stack>
      </form>
      <PasskeyLogIn send={(body) => dataOf(own.POST('/log-in/passkey', { body }))} />
    </OutsideLayout>
  );
}
