import { Container, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { NameMark } from './mark.tsx';
import { LanguageChoice } from './preferences.tsx';
import classes from './shell.module.css';

/** The frame of the pages before the log-in: a card like a ticket, and the languages. */
export function OutsideLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container component="main" size={440} py={{ base: 'xl', sm: 72 }} px="sm">
      <title>{`${title} · Takilya`}</title>
      <Group justify="space-between" mb="lg" px="xs">
        <NameMark />
        <LanguageChoice />
      </Group>
      <div className={classes.ticket}>
        <div>
          <Stack>
            <Title order={1} className={classes.ticketTitle}>
              {title}
            </Title>
            {children}
          </Stack>
        </div>
      </div>
    </Container>
  );
}
