import { Button, Stack } from '@mantine/core';
import { dataOf, own } from '../../api/client.ts';
import type { OwnBody } from '../../api/models.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useTexts } from '../../language/language.tsx';
import type { Me } from '../../session/me-query.ts';
import { texts } from './texts.ts';
import { useSessionStart } from './use-session-start.ts';

type Assertion = OwnBody<'/log-in/passkey'>;

/** Logs in with a passkey, which needs no address and no password. */
export function PasskeyLogIn({ send }: { send: (assertion: Assertion) => Promise<Me> }) {
  const t = useTexts(texts);
  const logIn = useSessionStart(async () => {
    const optionsJSON = await dataOf(own.POST('/log-in/passkey/options'));
    // Loaded only when it is used: most log in with a password.
    const browser = await import('@simplewebauthn/browser');
    const assertion = await browser.startAuthentication({ optionsJSON }).catch(() => {
      throw new Error(t.passkeyNotUsed);
    });
    const { userHandle = '' } = assertion.response;
    return send({ ...assertion, response: { ...assertion.response, userHandle } });
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
