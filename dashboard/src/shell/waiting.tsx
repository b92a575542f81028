import { Center, Loader } from '@mantine/core';

export const Waiting = () => (
  <Center mih={160} role="status">
    <Loader aria-label="…" />
  </Center>
);
