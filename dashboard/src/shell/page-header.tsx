import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** One sentence about the page. */
  about?: ReactNode;
  /** Buttons, at the end of the line. */
  children?: ReactNode;
}

/** The heading of a page, which is also the title of the browser tab. */
export const PageHeader = ({ title, about, children }: PageHeaderProps) => (
  <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
    <title>{`${title} · Takilya`}</title>
    <Stack gap={4} miw={0}>
      <Title order={1}>{title}</Title>
      {about ? (
        <Text c="dimmed" size="sm" component="div">
          {about}
        </Text>
      ) : null}
    </Stack>
    {children ? <Group gap="xs">{children}</Group> : null}
  </Group>
);
