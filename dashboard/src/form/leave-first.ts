import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import { newKey } from '../api/new-key.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which press of a button led to this page. */
    pressed?: string;
  }
}

/**
 * Returns a function that leaves what is shown, and then acts. If the user stays for unsaved input, it does not act:
 * the promise of the navigation settles with the next one, which is another.
 */
export function useLeaveFirst() {
  const router = useRouter();
  return async (options: NavigateOptions, act: () => void) => {
    const pressed = newKey();
    let isLeft = false;
    const stop = router.history.subscribe(({ location }) => {
      isLeft ||= location.state.pressed === pressed;
    });
    await router.navigate({ ...options, state: { pressed }, replace: true });
    stop();
    if (isLeft) act();
  };
}
