/** The requests that wait until the user has entered their password again. */
let waiting: ((isProven: boolean) => void)[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: typeof waiting) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** @returns whether the user entered the right password; false when they closed the dialog */
export const askForPassword = (): Promise<boolean> => new Promise((resolve) => setWaiting([...waiting, resolve]));

/** Lets all waiting requests go on, or fail. */
export function answerPasswordPrompt(isProven: boolean) {
  const answered = waiting;
  setWaiting([]);
  for (const resolve of answered) resolve(isProven);
}

export const isPasswordWanted = (): boolean => waiting.length > 0;

/** Subscribes to the prompt, as `useSyncExternalStore` needs it. */
export function onPasswordPrompt(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
