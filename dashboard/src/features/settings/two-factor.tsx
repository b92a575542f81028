import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../session/me.ts';
import { hasSecondFactor } from '../../session/second-factor.ts';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOffTotp, TurnOnTotp } from './totp.tsx';

/** Two-factor authentication: an authenticator app, passkeys, and recovery codes for both. */
export function TwoFactor() {
  const { user } = useMe();
  const [codes, setCodes] = useState<string[]>([]);
  /** A second factor after the first has none; those of the first stay in sight. */
  const show = (made: string[]) => {
    if (made.length > 0) setCodes(made);
  };
  return (
    <Stack>
      {user.totp_enabled ? <TurnOffTotp /> : <TurnOnTotp onCodes={show} />}
      <Passkeys onCodes={show} />
      {hasSecondFactor(user) ? <RecoveryCodes codes={codes} onCodes={show} /> : null}
    </Stack>
  );
}
