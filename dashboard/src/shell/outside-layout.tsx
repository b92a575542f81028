import { Button, Container, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { PreferenceItems } from './preferences-menu.tsx';
import { texts } from './texts.ts';

/** The frame of the pages before the log-in: a card, and a menu for the language. */
export function OutsideLayout({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts(texts);
  return (
    <Container component="main" size={440} py="xl" px="sm">
      <title>{`${title} · Takilya`}</title>
      <Group justify="space-between" mb="md">
        <Text fw={700}>Takilya</Text>
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <Button variant="subtle" size="compact-sm">
              {t.language}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <PreferenceItems />
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Paper withBorder p="lg" radius="md">
        <Stack>
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </Paper>
    </Container>
  );
}
