import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  icon?: IconName;
  /** What is missing, in a sentence. */
  title: string;
  /** What it is good for. */
  about?: string | undefined;
  /** The button or link to the next step. */
  children?: ReactNode;
}

/** In the place of a list that has nothing yet: what would be here, and how to begin. */
export const EmptyState = ({ icon = 'empty', title, about, children }: EmptyStateProps) => (
  <Paper p="xl" withBorder style={{ borderStyle: 'dashed' }}>
    <Stack align="center" gap="xs" ta="center">
      <Text c="dimmed" component="span" lh={0}>
        <Icon name={icon} size={28} />
      </Text>
      <Text fw={600}>{title}</Text>
      {about ? (
        <Text c="dimmed" size="sm" maw={440}>
          {about}
        </Text>
      ) : null}
      {children}
    </Stack>
  </Paper>
);
