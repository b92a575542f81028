import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogForm } from './dialog-form.tsx';
import { useAction } from './use-action.ts';

interface ConfirmDialogProps {
  title: string;
  /** Text of its button, where that is not the title. */
  submit?: string;
  /** What will happen, and whether it can be undone. */
  question: ReactNode;
  /** See `DialogForm`. */
  leave?: string | undefined;
  act: () => Promise<unknown>;
  successMessage?: string | undefined;
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  submit = title,
  question,
  leave,
  act,
  successMessage,
  onDone,
  onClose,
}: ConfirmDialogProps) {
  const action = useAction({
    act,
    successMessage,
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  return (
    <DialogForm
      title={title}
      onClose={onClose}
      action={action}
      submit={submit}
      leave={leave}
      danger
      onSubmit={() => action.mutate()}
    >
      <Text>{question}</Text>
    </DialogForm>
  );
}
