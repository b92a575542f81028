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
  return (
    <Stack>
      {user.totp_enabled ? <TurnOffTotp /> : <TurnOnTotp onCodes={setCodes} />}
      <Passkeys onCodes={setCodes} />
      {hasSecondFactor(user) ? <RecoveryCodes codes={codes} onCodes={setCodes} /> : null}
    </Stack>
  );
}
