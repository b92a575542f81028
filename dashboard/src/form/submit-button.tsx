import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../session/me.ts';
import type { Access } from '../session/me-query.ts';
import { GatedButton } from './gated-button.tsx';

interface SubmitButtonProps {
  needs: Access;
  loading: boolean;
  /** There is nothing to send yet. */
  disabled?: boolean;
  children: ReactNode;
}

/** The button of a form on a page that every role can read. */
export function SubmitButton({ needs, loading, disabled, children }: SubmitButtonProps) {
  if (!useMay(needs))
    return (
      <GatedButton needs={needs} onClick={() => {}}>
        {children}
      </GatedButton>
    );
  return (
    <Button type="submit" loading={loading} disabled={disabled}>
      {children}
    </Button>
  );
}
