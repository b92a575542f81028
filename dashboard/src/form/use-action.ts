import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isProblem } from '../api/problem.ts';
import { readAgain } from '../api/read-again.ts';
import { useTexts } from '../language/language.tsx';
import { useProblemWords } from '../refusals/use-problem-words.ts';
import { isShown } from './shown-problems.ts';
import { texts } from './texts.ts';

/** What the action is about is gone, or another change came first: the page is behind. */
const BEHIND = [404, 409];
/** The page needs this long to show an answer. */
const RENDERED_AFTER_MS = 100;

interface Action<Input, Output> {
  act: (input: Input) => Promise<Output>;
  /** Shown when the action succeeded; of an action that may do a part, what it says of the answer. */
  successMessage?: string | ((output: Output) => string | undefined);
  onDone?: (output: Output) => void;
  /** Shows an error as a notification, for buttons without a form to show it in. */
  notifyError?: boolean;
}

/**
 * A change on the server. Afterwards everything on the page is loaded again, so no action lists what it affects; also
 * when the page was behind. If that takes away the row, and with it the dialog that shows the reason, a notification
 * shows it. A second click before the button knows of the first does nothing.
 */
export function useAction<Input = void, Output = unknown>({
  act,
  successMessage,
  onDone,
  notifyError,
}: Action<Input, Output>) {
  const client = useQueryClient();
  const { close } = useTexts(texts);
  const wordsOf = useProblemWords();
  const closeButtonProps = { 'aria-label': close };
  const running = useRef(new Set<string>());
  const lastError = useRef<Error>(undefined);
  const mutation = useMutation({
    mutationFn: act,
    onSettled: (_output, _error, input) => void running.current.delete(nameOf(input)),
    onSuccess: (output) => {
      void readAgain(client);
      const message = typeof successMessage === 'function' ? successMessage(output) : successMessage;
      if (message) notifications.show({ message, color: 'green', closeButtonProps });
      onDone?.(output);
    },
    onError: (error) => {
      const notify = () =>
        notifications.show({ message: wordsOf(error), color: 'red', autoClose: 10_000, closeButtonProps });
      const notifyIfGone = () => {
        if (lastError.current === error && !isShown(error)) notify();
      };
      lastError.current = error;
      if (notifyError) notify();
      if (BEHIND.some((status) => isProblem(error, status)))
        void readAgain(client).then(() => notifyError || setTimeout(notifyIfGone, RENDERED_AFTER_MS));
    },
  });
  const mutate: typeof mutation.mutate = (...args) => {
    const name = nameOf(args[0]);
    if (running.current.has(name)) return;
    running.current.add(name);
    lastError.current = undefined;
    mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}

const nameOf = (input: unknown): string => JSON.stringify(input) ?? '';
