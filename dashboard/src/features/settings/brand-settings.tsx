import { Alert, ColorInput, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api, dataOf, done } from '../../api/client.ts';
import { useAskBeforeLeaving } from '../../form/ask-before-leaving.ts';
import { onlyChanged } from '../../form/only-changed.ts';
import { PictureField } from '../../form/picture-field.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { BrandPreview } from './brand-preview.tsx';
import { brandTexts } from './brand-texts.ts';
import { contrast } from './contrast.ts';
import { organizationQuery } from './organization-query.ts';

const COLOR = /^#[0-9a-f]{6}$/i;
/** WCAG asks it of the shape of a control. */
const MIN_CONTRAST = 3;
/** The cards of the pages for buyers. */
const CARD = { light: '#ffffff', dark: '#201f24' };
const SWATCHES = ['#0b57a4', '#0f766e', '#3f7d20', '#b45309', '#c2410c', '#be123c', '#a21caf', '#6d28d9'];

export function BrandSettings() {
  const t = useTexts(brandTexts);
  const { save: submit, leave } = useTexts(formTexts);
  const { data } = useSuspenseQuery(organizationQuery);
  const mayOwn = useMay('own');
  const form = useForm({ initialValues: { color: data.color ?? '' } });
  const { color } = form.values;
  const isColor = color === '' || COLOR.test(color);
  const save = useAction({
    act: (values: typeof form.values) =>
      dataOf(api.PUT('/organization', { body: onlyChanged({ color: values.color || null }, form) })),
    successMessage: t.saved,
  });
  useAskBeforeLeaving(form.isDirty, leave);
  return (
    <Stack>
      <Title order={2}>{t.title}</Title>
      <Text>{t.about}</Text>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack>
            <PictureField
              label={t.logo}
              description={t.logoHint}
              url={data.logo_url}
              needs="own"
              maxHeight={96}
              successMessage={t.logoSaved}
              upload={(file) => dataOf(api.POST('/organization/logo', { body: file }))}
              remove={() => done(api.DELETE('/organization/logo'))}
            />
            <form
              onSubmit={form.onSubmit((values) => {
                // A colour that is chosen meanwhile is not saved yet.
                if (isColor) save.mutate(values, { onSuccess: () => form.resetDirty(values) });
              })}
            >
              <Stack>
                <ColorInput
                  label={t.color}
                  description={t.colorHint}
                  {...form.getInputProps('color')}
                  error={isColor ? null : t.notColor}
                  fixOnBlur={false}
                  withEyeDropper={false}
                  swatches={SWATCHES}
                  readOnly={!mayOwn}
                  autoComplete="off"
                />
                <Warning color={isColor ? color : ''} />
                <ProblemAlert error={save.error} labels={{ color: t.color }} />
                <Group>
                  <SubmitButton needs="own" loading={save.isPending}>
                    {submit}
                  </SubmitButton>
                </Group>
              </Stack>
            </form>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <BrandPreview color={isColor ? color : (data.color ?? '')} logoUrl={data.logo_url} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** The server keeps all text readable, whatever the colour; the shape of a button is the colour itself. */
function Warning({ color }: { color: string }) {
  const t = useTexts(brandTexts);
  if (color === '') return null;
  const words =
    contrast(color, CARD.light) < MIN_CONTRAST ? t.tooLight : contrast(color, CARD.dark) < 2 ? t.tooDark : null;
  return words ? (
    <Alert color="yellow" role="status">
      {words}
    </Alert>
  ) : null;
}
