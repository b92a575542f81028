import { Divider, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import { useMay, useMe } from '../../session/me.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { texts as shellTexts } from '../../shell/texts.ts';
import { AccountForm } from './account-form.tsx';
import { OrganizationChoice } from './organization-choice.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { texts } from './texts.ts';
import { TwoFactor } from './two-factor.tsx';

export function SettingsPage() {
  const t = useTexts(texts);
  const { organization, organizations } = useMe();
  const { needs } = useTexts(shellTexts);
  const mayRead = useMay('read');
  return (
    <Stack maw={560}>
      <PageHeader title={t.title} />
      {organizations.length > 1 ? <OrganizationChoice /> : null}
      <Title order={2}>{t.organization}</Title>
      {mayRead ? <OrganizationForm key={organization.id} /> : <Text c="dimmed">{needs.read}</Text>}
      <Divider />
      <Title order={2}>{t.account}</Title>
      <AccountForm />
      <Title order={3}>{t.password}</Title>
      <PasswordForm />
      <Title order={3}>{t.totp}</Title>
      <TwoFactor />
    </Stack>
  );
}
