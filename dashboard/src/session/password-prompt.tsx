import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isPasswordWanted, onPasswordPrompt } from '../api/password-prompt.ts';

const PasswordDialog = lazy(() =>
  import('./password-dialog.tsx').then(({ PasswordDialog }) => ({ default: PasswordDialog })),
);

/** Shows the dialog when a request needs a fresh proof of who is at the screen. */
export function PasswordPrompt() {
  const isWanted = useSyncExternalStore(onPasswordPrompt, isPasswordWanted);
  return isWanted ? (
    <Suspense>
      <PasswordDialog />
    </Suspense>
  ) : null;
}
