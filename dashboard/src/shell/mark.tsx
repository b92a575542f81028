import { Group, Text } from '@mantine/core';

/**
 * The mark: a ticket whose middle is the window of a box office. `public/mark.svg` is the same, for the browser tab.
 */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="icon">
    <path
      fill="var(--mark-ticket)"
      d="M4 6h24a2 2 0 0 1 2 2v5a3 3 0 0 0 0 6v5a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-5a3 3 0 0 0 0-6V8a2 2 0 0 1 2-2z"
    />
    <path fill="var(--mark-window)" d="M10 23v-7a6 6 0 0 1 12 0v7z" />
    <path fill="var(--mark-ticket)" d="M13 19h6a1.5 1.5 0 0 1 0 3h-6a1.5 1.5 0 0 1 0-3z" />
  </svg>
);

export const NameMark = () => (
  <Group gap={8} wrap="nowrap" component="span">
    <Mark />
    <Text span className="name-mark">
      takilya
    </Text>
  </Group>
);
