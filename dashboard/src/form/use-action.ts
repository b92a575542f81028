import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../language/language.tsx';
import { useProblemWords } from '../refusals/use-problem-words.ts';
import { texts } from './texts.ts';

interface Action<Input, Output> {
  act: (input: Input) => Promise<Output>;
  /** Shown when the action succeeded. */
  successMessage?: string;
  onDone?: (output: Output) => void;
  /** Shows an error as a notification, for buttons without a form to show it in. */
  notifyError?: boolean;
}

/** A change on the server. Afterwards everything on the page is loaded again, so no action lists what it affects. */
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
  return useMutation({
    mutationFn: act,
    onSuccess: (output) => {
      void client.invalidateQueries();
      if (successMessage) notifications.show({ message: successMessage, color: 'green', closeButtonProps });
      onDone?.(output);
    },
    onError: (error) => {
      if (notifyError)
        notifications.show({ message: wordsOf(error), color: 'red', autoClose: 10_000, closeButtonProps });
    },
  });
}
