import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf, own } from '../../api/client.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import { texts } from './texts.ts';

/** The language is chosen in the account menu at the top. */
export function AccountForm() {
  const t = useTexts(texts);
  const { save: submit } = useTexts(formTexts);
  const { user } = useMe();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: user.name } });
  const save = useAction({
    act: (body: typeof form.values) => dataOf(own.PUT('/me', { body })),
    successMessage: t.saved,
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <TextInput
          label={t.myName}
          required
          maxLength={200}
          autoComplete="name"
          {...form.getInputProps('name')}
          key={form.key('name')}
        />
        <TextInput label={t.email} value={user.email} readOnly />
        <ProblemAlert error={save.error} labels={{ name: t.myName }} />
        <Group>
          <Button type="submit" variant="default" loading={save.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
