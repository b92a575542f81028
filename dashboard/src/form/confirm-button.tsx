import type { ButtonProps } from '@mantine/core';
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Access } from '../session/me-query.ts';
import { DialogForm } from './dialog-form.tsx';
import { GatedButton } from './gated-button.tsx';
import { useAction } from './use-action.ts';

interface ConfirmButtonProps extends ButtonProps {
  needs: Access;
  label: string;
  /** Of the dialog and its button, where the label is too short to say what happens. */
  title?: string;
  /** What will happen, and whether it can be undone. */
  question: ReactNode;
  /** See `DialogForm`. */
  leave?: string;
  act: () => Promise<unknown>;
  successMessage?: string;
  onDone?: () => void;
}

/** For actions that cannot be undone: asks before it acts. */
export function ConfirmButton({
  needs,
  label,
  title = label,
  question,
  leave,
  act,
  successMessage,
  onDone,
  ...props
}: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  const action = useAction({
    act,
    successMessage,
    onDone: () => {
      close();
      onDone?.();
    },
  });
  return (
    <>
      <GatedButton needs={needs} onClick={open} variant="default" {...props}>
        {label}
      </GatedButton>
      <DialogForm
        title={title}
        opened={opened}
        onClose={close}
        action={action}
        submit={title}
        leave={leave}
        danger
        onSubmit={(event) => {
          event.preventDefault();
          action.mutate();
        }}
      >
        <Text>{question}</Text>
      </DialogForm>
    </>
  );
}
