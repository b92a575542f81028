import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../session/me.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOffTotp, TurnOnTotp } from './totp.tsx';

/** Two-factor authentication: a code in addition to the password. */
export function TwoFactor() {
  const { user } = useMe();
  const [codes, setCodes] = useState<string[]>([]);
  if (!user.totp_enabled) return <TurnOnTotp onCodes={setCodes} />;
  return (
    <Stack>
      <TurnOffTotp />
      <RecoveryCodes codes={codes} onCodes={setCodes} />
    </Stack>
  );
}
