import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf, own } from '../../api/client.ts';
import { CurrentPasswordInput } from '../../form/current-password-input.tsx';
import { NewPasswordInput } from '../../form/new-password-input.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';

export function PasswordForm() {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { current: '', new: '' } });
  const change = useAction({
    act: (password: typeof form.values) => dataOf(own.PUT('/me', { body: { password } })),
    successMessage: t.passwordChanged,
    onDone: () => form.reset(),
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack>
        <CurrentPasswordInput label={t.currentPassword} {...form.getInputProps('current')} key={form.key('current')} />
        <NewPasswordInput label={t.newPassword} {...form.getInputProps('new')} key={form.key('new')} />
        <ProblemAlert
          error={change.error}
          labels={{ password: t.newPassword, 'password.current': t.currentPassword, 'password.new': t.newPassword }}
        />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {t.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
