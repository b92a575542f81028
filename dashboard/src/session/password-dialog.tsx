import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { done, own } from '../api/client.ts';
import { answerPasswordPrompt } from '../api/password-prompt.ts';
import { CurrentPasswordInput } from '../form/current-password-input.tsx';
import { DialogForm } from '../form/dialog-form.tsx';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** Asks for the password. Mounted anew each time, above other dialogs. */
export function PasswordDialog() {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const prove = useMutation({
    mutationFn: (body: typeof form.values) => done(own.POST('/me/proof', { body })),
    onSuccess: () => answerPasswordPrompt(true),
  });
  return (
    <DialogForm
      title={t.confirmPassword}
      onClose={() => answerPasswordPrompt(false)}
      onSubmit={form.onSubmit((values) => prove.mutate(values))}
      action={prove}
      labels={{ password: t.password }}
      submit={t.continue}
    >
      <Text>{t.whyPassword}</Text>
      <CurrentPasswordInput
        label={t.password}
        data-autofocus
        {...form.getInputProps('password')}
        key={form.key('password')}
      />
    </DialogForm>
  );
}
