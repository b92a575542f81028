import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';

/** For proving who is at the screen: password managers fill in the stored password. */
export const CurrentPasswordInput = (props: ComponentProps<typeof PasswordInput>) => (
  <PasswordInput required autoComplete="current-password" {...props} />
);
