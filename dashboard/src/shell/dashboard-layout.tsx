import { AppShell, Burger, Button, Group, Menu, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { callDashboard } from '../api/client.ts';
import { useTexts } from '../language/language.tsx';
import { type Me, meQuery } from '../session/me-query.ts';
import { lacksFactor } from '../session/second-factor.ts';
import { setSession } from '../session/set-session.ts';
import { TextLink } from './links.tsx';
import { Navigation } from './navigation.tsx';
import { PreferenceItems } from './preferences-menu.tsx';
import { ModeBanner, TestModeSwitch } from './test-mode.tsx';
import { texts } from './texts.ts';
import { Waiting } from './waiting.tsx';

/** The frame of every page after the log-in. */
export function DashboardLayout() {
  const { data: me } = useQuery(meQuery);
  const isAtSettings = useRouterState({ select: ({ location }) => location.pathname === '/settings' });
  if (!me) return <RedirectToLogIn />;
  // An owner may have required a second factor while this page was open.
  return lacksFactor(me) && !isAtSettings ? <Navigate to="/settings" replace /> : <Frame me={me} />;
}

/** The session ended while a page was open. Computed once: reading the address during the redirect would loop. */
function RedirectToLogIn() {
  const { state } = useRouter();
  const [redirect] = useState(() => <Navigate to="/log-in" search={{ next: state.location.href }} replace />);
  return redirect;
}

function Frame({ me }: { me: Me }) {
  const t = useTexts(texts);
  const [opened, { toggle, close }] = useDisclosure();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
      transitionDuration={0}
    >
      <a className="skip-link" href="#page">
        {t.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-expanded={opened}
              aria-label={opened ? t.closeNavigation : t.openNavigation}
            />
            <TextLink to="/" fw={700} c="inherit" underline="never">
              Takilya
            </TextLink>
            <Text c="dimmed" size="sm" truncate>
              {me.organization.name}
            </Text>
          </Group>
          <AccountMenu me={me} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t.navigation}>
        <AppShell.Section grow component={ScrollArea}>
          <Navigation onChosen={close} />
        </AppShell.Section>
        <AppShell.Section>
          <TestModeSwitch onChosen={close} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <ModeBanner />
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

function AccountMenu({ me }: { me: Me }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const saveLanguage = useMutation({ mutationFn: (language: string) => callDashboard<Me>('PUT', '/me', { language }) });
  const logOut = useMutation({
    mutationFn: () => callDashboard('POST', '/log-out'),
    // No data of the organization stays in a shared browser.
    onSettled: () => setSession(client, null),
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="subtle" size="compact-md" maw={180}>
          <Text truncate>{me.user.name}</Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <PreferenceItems onLanguage={(language) => saveLanguage.mutate(language)} />
        <Menu.Divider />
        <Menu.Item onClick={() => logOut.mutate()}>{t.logOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
