import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../session/me.ts';
import type { Access } from '../session/me-query.ts';
import { GatedButton } from './gated-button.tsx';

/** The button of a form on a page that every role can read. */
export function SubmitButton({ needs, loading, children }: { needs: Access; loading: boolean; children: ReactNode }) {
  if (!useMay(needs))
    return (
      <GatedButton needs={needs} onClick={() => {}}>
        {children}
      </GatedButton>
    );
  return (
    <Button type="submit" loading={loading}>
      {children}
    </Button>
  );
}
