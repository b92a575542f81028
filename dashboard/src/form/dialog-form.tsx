import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../language/language.tsx';
import type { Labels } from '../refusals/refusal-words.ts';
import { Dialog } from './dialog.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { texts } from './texts.ts';

interface DialogFormProps {
  title: string;
  onClose: () => void;
  /** The browser does not send the form itself. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The request to the server; without it the dialog only changes the page. */
  action?: { isPending: boolean; error: Error | null };
  /** Labels of the fields, for errors. */
  labels?: Labels;
  /** The button that sends the form; “Save” unless it is given. */
  submit?: string;
  /** There is nothing to send yet. */
  disabled?: boolean;
  danger?: boolean;
  /** The button that closes the dialog, where “Cancel” could mean the action itself. */
  leave?: string;
  children?: ReactNode;
}

/** A dialog with fields or a question, the server's error, and two buttons. It is mounted when it opens. */
export function DialogForm({
  title,
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
  const [isTyped, setTyped] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      title={title}
      // Neither a click beside the dialog nor a key must lose the input.
      closeOnClickOutside={false}
      closeOnEscape={!isTyped}
      centered
    >
      <form
        onInput={() => setTyped(true)}
        onSubmit={(event) => {
          // In React a dialog's events bubble to the form that it is written in, which would be sent, too.
          event.stopPropagation();
          event.preventDefault();
          onSubmit(event);
        }}
      >
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
              {submit ?? t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
