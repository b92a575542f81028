import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { dataOf, done, own } from '../../api/client.ts';
import type { OwnModel } from '../../api/models.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { texts } from './texts.ts';

type Session = OwnModel<'Session'>;

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => dataOf(own.GET('/me/sessions')),
});

/** The sessions of the person. The current one ends with Log out in the account menu. */
export function Sessions() {
  const t = useTexts(texts);
  const { sessions } = useSuspenseQuery(sessionsQuery).data;
  const endOthers = useAction({
    act: () => done(own.DELETE('/me/sessions')),
    successMessage: t.loggedOutOthers,
    notifyError: true,
  });
  return (
    <Stack>
      <Text>{t.sessionsAbout}</Text>
      <Stack component="ul" aria-label={t.sessions} gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {sessions.map((session) => (
          <SessionEntry key={session.id} session={session} />
        ))}
      </Stack>
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

/** A table of its five facts would scroll sideways on a phone. */
function SessionEntry({ session }: { session: Session }) {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between">
        <Stack gap={2} miw={0}>
          <BrowserOf session={session} />
          <Text size="sm" c="dimmed">
            {t.address}: {session.address}
          </Text>
          <Text size="sm" c="dimmed">
            {t.loggedIn}: {dateTime(session.created_at)}
          </Text>
          <Text size="sm" c="dimmed">
            {t.lastActive}: {dateTime(session.last_seen_at)}
          </Text>
        </Stack>
        {session.current ? null : <LogOut id={session.id} />}
      </Group>
    </Paper>
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
    act: () => done(own.DELETE('/me/sessions/{id}', { params: { path: { id } } })),
    successMessage: t.loggedOut,
    notifyError: true,
  });
  return (
    <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
      {t.logOut}
    </Button>
  );
}
