import { Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';

const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: () => dataOf(api.GET('/organization')),
});

export function OrganizationForm() {
  const t = useTexts(texts);
  const { save: submit } = useTexts(formTexts);
  const { data } = useSuspenseQuery(organizationQuery);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: data.name,
      time_zone: data.time_zone,
      color: data.color ?? '',
      logo_url: data.logo_url ?? '',
    },
  });
  const save = useAction({
    act: (values: typeof form.values) =>
      dataOf(
        api.PUT('/organization', {
          body: { ...values, color: values.color || null, logo_url: values.logo_url || null },
        }),
      ),
    successMessage: t.saved,
  });
  const labels = { name: t.name, time_zone: t.zone, color: t.color, logo_url: t.logo };
  const field = (name: keyof typeof form.values) => ({ label: labels[name], ...form.getInputProps(name) });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <TextInput description={t.nameHint} required maxLength={200} {...field('name')} />
        <TextInput description={t.zoneHint} required {...field('time_zone')} />
        <TextInput description={t.colorHint} {...field('color')} />
        <TextInput type="url" description={t.logoHint} maxLength={2048} {...field('logo_url')} />
        <ProblemAlert error={save.error} labels={labels} />
        <Group>
          <SubmitButton needs="own" loading={save.isPending}>
            {submit}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
