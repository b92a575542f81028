import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import type { Labels } from '../refusals/refusal-words.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { texts } from './texts.ts';

interface DialogFormProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Of what is asked of the server; without it, nothing is. */
  action?: { isPending: boolean; error: Error | null };
  /** Of its fields. */
  labels?: Labels;
  submit: string;
  /** There is nothing to send yet. */
  disabled?: boolean;
  danger?: boolean;
  /** What leaves all as it is, where “Cancel” could be what is asked about. */
  leave?: string;
  children?: ReactNode;
}

/** A question with an answer to send: fields or only words, the server's refusal, two buttons. */
export function DialogForm({
  title,
  opened,
  onClose,
  onSubmit,
  action,
  labels,
  submit,
  disabled,
  danger,
  leave,
  children,
}: DialogFormProps) {
  const t = useTexts(texts);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t.close }}
      // A slip of the mouse must not take what was typed.
      closeOnClickOutside={false}
      centered
    >
      <form onSubmit={onSubmit}>
        <Stack>
          {children}
          <ProblemAlert error={action?.error ?? null} labels={labels} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {leave ?? t.cancel}
            </Button>
            <Button
              type="submit"
              loading={action?.isPending ?? false}
              disabled={disabled}
              color={danger ? 'red' : undefined}
            >
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
