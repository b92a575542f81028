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
  /** What will happen, and whether it can be undone. */
  question: ReactNode;
  /** Of the other button: `DialogForm`. */
  leave?: string;
  act: () => Promise<unknown>;
  said?: string;
  onDone?: () => void;
}

/** For what cannot be taken back. */
export function ConfirmButton({ needs, label, question, leave, act, said, onDone, ...props }: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  const action = useAction({
    act,
    said,
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
        title={label}
        opened={opened}
        onClose={close}
        action={action}
        submit={label}
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
