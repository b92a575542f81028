import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { dataOf, own } from '../../api/client.ts';
import type { OwnBody } from '../../api/models.ts';
import { fieldsOf } from '../../form/fields-of.ts';
import { NewPasswordInput } from '../../form/new-password-input.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { OutsideLayout } from '../../shell/outside-layout.tsx';
import { isComplete, linkToken } from './link-token.ts';
import { texts } from './texts.ts';
import { useSessionStart } from './use-session-start.ts';

export function SetUpPage() {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { organization_name: '', name: '', email: '', password: '' },
  });
  const setUp = useSessionStart((body: OwnBody<'/set-up'>) => dataOf(own.POST('/set-up', { body })));
  const labels = { organization_name: t.organization, name: t.name, email: t.email, password: t.password };
  const { field } = fieldsOf(form, labels);
  if (!isComplete(linkToken())) return <OutsideLayout title={t.setUpTitle}>{t.linkIncomplete}</OutsideLayout>;
  return (
    <OutsideLayout title={t.setUpTitle}>
      <form onSubmit={form.onSubmit((values) => setUp.mutate({ ...values, language, token: linkToken() }))}>
        <Stack>
          <Text>{t.setUpAbout}</Text>
          <TextInput
            description={t.organizationHint}
            required
            maxLength={200}
            autoComplete="organization"
            {...field('organization_name')}
          />
          <TextInput required maxLength={200} autoComplete="name" {...field('name')} />
          <TextInput type="email" required maxLength={254} autoComplete="username" {...field('email')} />
          <NewPasswordInput {...field('password')} />
          <ProblemAlert error={setUp.error} labels={labels} />
          <Button type="submit" loading={setUp.isPending}>
            {t.setUpSubmit}
          </Button>
        </Stack>
      </form>
    </OutsideLayout>
  );
}
