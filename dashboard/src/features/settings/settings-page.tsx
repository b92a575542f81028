import { Alert, Stack, Tabs, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../language/language.tsx';
import { useMay, useMe } from '../../session/me.ts';
import { lacksFactor } from '../../session/second-factor.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { texts as shellTexts } from '../../shell/texts.ts';
import { PrivacyRequests } from '../privacy/privacy-requests.tsx';
import { texts as privacyTexts } from '../privacy/texts.ts';
import { AccountForm } from './account-form.tsx';
import { BrandSettings } from './brand-settings.tsx';
import { brandTexts } from './brand-texts.ts';
import { OrganizationChoice } from './organization-choice.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { SETTINGS_TABS } from './settings-search.ts';
import { texts } from './texts.ts';
import { TwoFactor } from './two-factor.tsx';
import { TwoFactorRule } from './two-factor-rule.tsx';

const route = getRouteApi('/inside/settings');

export function SettingsPage() {
  const t = useTexts(texts);
  const privacy = useTexts(privacyTexts);
  const brand = useTexts(brandTexts);
  const me = useMe();
  const { tab = SETTINGS_TABS[0] } = route.useSearch();
  const navigate = route.useNavigate();
  const mayRead = useMay('read');
  const { needs } = useTexts(shellTexts);
  const tabs = { account: t.account, organization: t.organization, brand: brand.title, privacy: privacy.title };
  return (
    <>
      <PageHeader title={t.title} />
      {lacksFactor(me) ? (
        <Alert color="yellow" role="status" title={t.factorNeeded} mb="md">
          {t.factorNeededAbout(me.organization.name)}
        </Alert>
      ) : null}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => navigate({ search: { tab: SETTINGS_TABS.find((one) => one === chosen) } })}
      >
        <Tabs.List aria-label={t.title}>
          {SETTINGS_TABS.map((one) => (
            <Tabs.Tab key={one} value={one} px={{ base: 4, sm: 'xs' }}>
              {tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="account" maw={560} pt="md">
          <AccountSettings />
        </Tabs.Panel>
        <Tabs.Panel value="organization" maw={560} pt="md">
          <OrganizationSettings />
        </Tabs.Panel>
        <Tabs.Panel value="brand" maw={1100} pt="md">
          {mayRead ? <BrandSettings key={me.organization.id} /> : <Text c="dimmed">{needs.read}</Text>}
        </Tabs.Panel>
        <Tabs.Panel value="privacy" maw={560} pt="md">
          <Title order={2} mb="md">
            {privacy.title}
          </Title>
          <PrivacyRequests />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function AccountSettings() {
  const t = useTexts(texts);
  return (
    <Stack>
      <Title order={2}>{t.account}</Title>
      <AccountForm />
      <Title order={2}>{t.password}</Title>
      <PasswordForm />
      <Title order={2}>{t.totp}</Title>
      <TwoFactor />
      <Title order={2}>{t.sessions}</Title>
      <Sessions />
    </Stack>
  );
}

function OrganizationSettings() {
  const t = useTexts(texts);
  const { organization, organizations } = useMe();
  const { needs } = useTexts(shellTexts);
  const mayRead = useMay('read');
  return (
    <Stack>
      <Title order={2}>{t.organization}</Title>
      {organizations.filter(({ mode }) => mode === 'live').length > 1 ? <OrganizationChoice /> : null}
      {mayRead ? <OrganizationForm key={organization.id} /> : <Text c="dimmed">{needs.read}</Text>}
      {mayRead && organization.mode === 'live' ? <TwoFactorRule /> : null}
    </Stack>
  );
}
