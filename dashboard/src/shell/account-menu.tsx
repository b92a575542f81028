import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { dataOf, done, own } from '../api/client.ts';
import { useLeaveFirst } from '../form/leave-first.ts';
import { useAction } from '../form/use-action.ts';
import { useTexts } from '../language/language.tsx';
import type { Language } from '../language/translations.ts';
import { useMe } from '../session/me.ts';
import { endSession } from '../session/set-session.ts';
import { Icon } from './icon.tsx';
import { LanguageChoice, SchemeChoice } from './preferences.tsx';
import classes from './shell.module.css';
import { texts } from './texts.ts';

/** Opens in its place: a floating menu would be a fifth of the code of the first page. */
export function AccountMenu() {
  const t = useTexts(texts);
  const me = useMe();
  const client = useQueryClient();
  const leaveFirst = useLeaveFirst();
  const [opened, { toggle }] = useDisclosure();
  const id = useId();
  const saveLanguage = useAction({
    act: (language: Language) => dataOf(own.PUT('/me', { body: { language } })),
    notifyError: true,
  });
  const logOut = useAction({
    act: async () => {
      await done(own.POST('/log-out'));
      // No data of the organization stays in a shared browser.
      await endSession(client);
    },
    notifyError: true,
  });
  return (
    <>
      {opened ? (
        <Stack id={id} gap="xs" px="xs" pb="xs">
          <LanguageChoice onLanguage={(language) => saveLanguage.mutate(language)} />
          <SchemeChoice />
          <Button
            variant="default"
            size="compact-md"
            onClick={() => void leaveFirst({ to: '.', search: true }, () => logOut.mutate())}
          >
            {t.logOut}
          </Button>
        </Stack>
      ) : null}
      <Button
        variant="subtle"
        color="gray"
        className={classes.account ?? ''}
        fullWidth
        justify="flex-start"
        px="xs"
        leftSection={<Icon name="person" />}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={toggle}
      >
        <Text truncate size="sm">
          {me.user.name}
        </Text>
      </Button>
    </>
  );
}
