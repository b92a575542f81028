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
      zone: data.time_zone,
      color: data.color ?? '',
      logo: data.logo_url ?? '',
    },
  });
  const save = useAction({
    act: ({ name, zone, color, logo }: typeof form.values) =>
      dataOf(
        api.PUT('/organization', {
          body: { name, time_zone: zone, color: color || null, logo_url: logo || null },
        }),
      ),
    said: t.saved,
  });
  const field = (name: keyof typeof form.values) => form.getInputProps(name);
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <TextInput label={t.name} description={t.nameHint} required maxLength={200} {...field('name')} />
        <TextInput label={t.zone} description={t.zoneHint} required {...field('zone')} />
        <TextInput label={t.color} description={t.colorHint} {...field('color')} />
        <TextInput type="url" label={t.logo} description={t.logoHint} maxLength={2048} {...field('logo')} />
        <ProblemAlert error={save.error} />
        <Group>
          <SubmitButton needs="own" loading={save.isPending}>
            {submit}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
