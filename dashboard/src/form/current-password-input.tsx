import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';

/** Asks for the user's password again, to prove who is at the screen: password managers fill in the stored one. */
export const CurrentPasswordInput = (props: ComponentProps<typeof PasswordInput>) => (
  <PasswordInput required autoComplete="current-password" {...props} />
);
