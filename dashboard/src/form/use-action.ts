import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../language/language.tsx';
import { useProblemWords } from '../refusals/use-problem-words.ts';
import { texts } from './texts.ts';

interface Action<Input, Output> {
  act: (input: Input) => Promise<Output>;
  /** What is told when it worked. */
  said?: string;
  onDone?: (output: Output) => void;
  /** For buttons without a form to show the refusal in. */
  tellRefusal?: boolean;
}

/** A write. Afterwards everything that is on the page is asked for again: there is no list of what it changed to forget. */
export function useAction<Input = void, Output = unknown>({ act, said, onDone, tellRefusal }: Action<Input, Output>) {
  const client = useQueryClient();
  const { close } = useTexts(texts);
  const wordsOf = useProblemWords();
  const closeButtonProps = { 'aria-label': close };
  return useMutation({
    mutationFn: act,
    onSuccess: (output) => {
      void client.invalidateQueries();
      if (said) notifications.show({ message: said, color: 'green', closeButtonProps });
      onDone?.(output);
    },
    onError: (error) => {
      if (tellRefusal)
        notifications.show({ message: wordsOf(error), color: 'red', autoClose: 10_000, closeButtonProps });
    },
  });
}
