import { Burger, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { isProblem } from '../api/problem.ts';
import { forgetOldDrafts } from '../form/drafts.ts';
import { useTexts } from '../language/language.tsx';
import { type Me, meQuery } from '../session/me-query.ts';
import { PasswordPrompt } from '../session/password-prompt.tsx';
import { lacksFactor } from '../session/second-factor.ts';
import { AccountMenu } from './account-menu.tsx';
import { TextLink } from './links.tsx';
import { NameMark } from './mark.tsx';
import { Navigation } from './navigation.tsx';
import { SearchButton } from './search-button.tsx';
import { SessionEnded } from './session-ended.tsx';
import classes from './shell.module.css';
import { ModeBanner, TestModeSwitch } from './test-mode.tsx';
import { texts } from './texts.ts';
import { Waiting } from './waiting.tsx';

/** The frame of every page after the log-in. */
export function DashboardLayout() {
  const { data: me, error } = useQuery(meQuery);
  const isAtSettings = useRouterState({ select: ({ location }) => location.pathname === '/settings' });
  // The session ended while a page was open: the router is about to lead to the log-in.
  if (!me) return <Waiting />;
  // An owner may have required a second factor while this page was open.
  return lacksFactor(me) && !isAtSettings ? (
    <Navigate to="/settings" replace />
  ) : (
    <Frame me={me} isEnded={isProblem(error, 401)} />
  );
}

/** A phone has a bar with the menu's button; a desk has no bar, because the menu is always there. */
function Frame({ me, isEnded }: { me: Me; isEnded: boolean }) {
  const t = useTexts(texts);
  useState(() => forgetOldDrafts(localStorage, new Date()));
  const [opened, { toggle, close }] = useDisclosure();
  return (
    <div className={classes.shell}>
      <a className="skip-link" href="#page">
        {t.skip}
      </a>
      <header className={classes.bar}>
        <Burger
          opened={opened}
          onClick={toggle}
          size="sm"
          aria-expanded={opened}
          aria-label={opened ? t.closeNavigation : t.openNavigation}
        />
        <HomeLink />
      </header>
      <nav className={classes.menu} aria-label={t.navigation} data-opened={opened || undefined}>
        <Stack gap={4} px="xs" pb="sm" visibleFrom="sm">
          <HomeLink />
          <Text c="dimmed" size="sm" truncate>
            {me.organization.name}
          </Text>
        </Stack>
        <SearchButton onOpened={close} />
        <div className={classes.entries}>
          <Navigation onChosen={close} />
        </div>
        <TestModeSwitch onChosen={close} />
        <AccountMenu />
      </nav>
      <main id="page" tabIndex={-1} className={classes.main}>
        <Page>
          <ModeBanner />
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </Page>
        {isEnded ? <SessionEnded /> : null}
      </main>
      <Notifications position="bottom-right" />
      <PasswordPrompt />
    </div>
  );
}

/**
 * While the answer to a search or filter is awaited, the page stays, and says so. Its content is not rendered again
 * with the state of the router, which knows of the end of a session before the layout does.
 */
function Page({ children }: { children: ReactNode }) {
  const isReading = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && location.pathname === resolvedLocation?.pathname,
  });
  return (
    <>
      <div className={classes.page} aria-busy={isReading}>
        {children}
      </div>
      {isReading ? (
        <div className={classes.reading}>
          <Waiting />
        </div>
      ) : null}
    </>
  );
}

const HomeLink = () => (
  <TextLink to="/" c="inherit" underline="never" aria-label="Takilya">
    <NameMark />
  </TextLink>
);
