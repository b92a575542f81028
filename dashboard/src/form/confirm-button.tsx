import type { ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { Access } from '../session/me-query.ts';
import { GatedButton } from './gated-button.tsx';

// Most pages with such a button are left without pressing it.
const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
);

interface ConfirmButtonProps
  extends Omit<ButtonProps, 'title'>,
    Pick<ComponentProps<typeof ConfirmDialog>, 'question' | 'leave' | 'act' | 'successMessage' | 'onDone'> {
  needs: Access;
  label: string;
  /** Title of the dialog and text of its button, where the label is too short to say what happens. */
  title?: string;
}

/** A button for an action that cannot be undone: it asks before it acts. */
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
  return (
    <>
      <GatedButton needs={needs} onClick={open} variant="default" {...props}>
        {label}
      </GatedButton>
      {opened ? (
        <Suspense>
          <ConfirmDialog {...{ title, question, leave, act, successMessage, onDone }} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
