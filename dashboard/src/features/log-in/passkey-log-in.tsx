import { Button, Stack } from '@mantine/core';
import type { startAuthentication } from '@simplewebauthn/browser';
import { callDashboard } from '../../api/client.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useTexts } from '../../language/language.tsx';
import type { Me } from '../../session/me-query.ts';
import { texts } from './texts.ts';
import { useSessionStart } from './use-session-start.ts';

type Request = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Logs in with a passkey, which needs no address and no password. */
export function PasskeyLogIn() {
  const t = useTexts(texts);
  const logIn = useSessionStart(async () => {
    const optionsJSON = await callDashboard<Request>('POST', '/log-in/passkey/options');
    // Loaded only when it is used: most log in with a password.
    const browser = await import('@simplewebauthn/browser');
    const assertion = await browser.startAuthentication({ optionsJSON }).catch(() => {
      throw new Error(t.passkeyNotUsed);
    });
    return callDashboard<Me>('POST', '/log-in/passkey', assertion);
  });
  if (typeof PublicKeyCredential === 'undefined') return null;
  return (
    <Stack>
      <Button variant="default" loading={logIn.isPending} onClick={() => logIn.mutate()}>
        {t.passkey}
      </Button>
      <ProblemAlert error={logIn.error} />
    </Stack>
  );
}
