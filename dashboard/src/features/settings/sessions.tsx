import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { callDashboard } from '../../api/client.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { texts } from './texts.ts';

interface Session {
  id: string;
  created_at: string;
  last_seen_at: string;
  browser: string | null;
  system: string | null;
  address: string;
  current: boolean;
}

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => callDashboard<{ sessions: Session[] }>('GET', '/me/sessions'),
});

/** The sessions of the person. The current one ends with Log out in the account menu. */
export function Sessions() {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  const { sessions } = useSuspenseQuery(sessionsQuery).data;
  const endOthers = useAction({
    act: () => callDashboard('DELETE', '/me/sessions'),
    successMessage: t.loggedOutOthers,
    notifyError: true,
  });
  const columns: Column<Session>[] = [
    { header: t.browser, cell: (session) => <BrowserOf session={session} /> },
    { header: t.address, cell: ({ address }) => address },
    { header: t.loggedIn, unbroken: true, cell: (session) => dateTime(session.created_at) },
    { header: t.lastActive, unbroken: true, cell: (session) => dateTime(session.last_seen_at) },
    { header: '', cell: (session) => (session.current ? null : <LogOut id={session.id} />) },
  ];
  return (
    <Stack>
      <Text>{t.sessionsAbout}</Text>
      <DataTable label={t.sessions} columns={columns} rows={sessions} keyOf={({ id }) => id} />
      {sessions.length > 1 ? (
        <Group>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t.logOutOthers}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

function BrowserOf({ session: { browser, system, current } }: { session: Session }) {
  const t = useTexts(texts);
  const name = browser && system ? t.browserOn(browser, system) : (browser ?? system ?? t.unknownBrowser);
  return (
    <Group gap="xs">
      {name}
      {current ? <Badge variant="light">{t.thisSession}</Badge> : null}
    </Group>
  );
}

function LogOut({ id }: { id: string }) {
  const t = useTexts(texts);
  const end = useAction({
    act: () => callDashboard('DELETE', `/me/sessions/${id}`),
    successMessage: t.loggedOut,
    notifyError: true,
  });
  return (
    <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
      {t.logOut}
    </Button>
  );
}
