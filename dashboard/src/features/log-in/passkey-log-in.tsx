import { Button, Stack } from '@mantine/core';
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { callDashboard } from '../../api/client.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useTexts } from '../../language/language.tsx';
import type { Me } from '../../session/me-query.ts';
import { texts } from './texts.ts';
import { useSessionStart } from './use-session-start.ts';

type Request = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Logs in with a passkey, which needs no address and no password. */
export function PasskeyLogIn({ next }: { next: string | undefined }) {
  const t = useTexts(texts);
  const logIn = useSessionStart(async () => {
    const optionsJSON = await callDashboard<Request>('POST', '/log-in/passkey/options');
    const assertion = await startAuthentication({ optionsJSON }).catch(() => {
      throw new Error(t.passkeyNotUsed);
    });
    return callDashboard<Me>('POST', '/log-in/passkey', assertion);
  }, next);
  if (!browserSupportsWebAuthn()) return null;
  return (
    <Stack>
      <Button variant="default" loading={logIn.isPending} onClick={() => logIn.mutate()}>
        {t.passkey}
      </Button>
      <ProblemAlert error={logIn.error} />
    </Stack>
  );
}
