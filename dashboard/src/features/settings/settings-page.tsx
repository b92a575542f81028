import { Alert, Divider, Stack, Text, Title } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import { useMay, useMe } from '../../session/me.ts';
import { lacksFactor } from '../../session/second-factor.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { texts as shellTexts } from '../../shell/texts.ts';
import { PrivacyRequests } from '../privacy/privacy-requests.tsx';
import { texts as privacyTexts } from '../privacy/texts.ts';
import { AccountForm } from './account-form.tsx';
import { OrganizationChoice } from './organization-choice.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { texts } from './texts.ts';
import { TwoFactor } from './two-factor.tsx';
import { TwoFactorRule } from './two-factor-rule.tsx';

export function SettingsPage() {
  const t = useTexts(texts);
  const privacy = useTexts(privacyTexts);
  const me = useMe();
  const { organization, organizations } = me;
  const { needs } = useTexts(shellTexts);
  const mayRead = useMay('read');
  return (
    <Stack maw={560}>
      <PageHeader title={t.title} />
      {lacksFactor(me) ? (
        <Alert color="yellow" role="status" title={t.factorNeeded}>
          {t.factorNeededAbout(organization.name)}
        </Alert>
      ) : null}
      {organizations.filter(({ mode }) => mode === 'live').length > 1 ? <OrganizationChoice /> : null}
      <Title order={2}>{t.organization}</Title>
      {mayRead ? <OrganizationForm key={organization.id} /> : <Text c="dimmed">{needs.read}</Text>}
      {mayRead && organization.mode === 'live' ? <TwoFactorRule /> : null}
      <Divider />
      <Title order={2}>{privacy.title}</Title>
      <PrivacyRequests />
      <Divider />
      <Title order={2}>{t.account}</Title>
      <AccountForm />
      <Title order={3}>{t.password}</Title>
      <PasswordForm />
      <Title order={3}>{t.totp}</Title>
      <TwoFactor />
      <Title order={3}>{t.sessions}</Title>
      <Sessions />
    </Stack>
  );
}
