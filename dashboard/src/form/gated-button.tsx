import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { useMe } from '../session/me.ts';
import type { Access } from '../session/me-query.ts';
import { texts } from './texts.ts';

interface GatedButtonProps extends ButtonProps {
  needs: Access;
  onClick: () => void;
  children: ReactNode;
}

/** Shown to every role. A role without access gets a tooltip with the reason, by keyboard too. */
export function GatedButton({ needs, onClick, ...props }: GatedButtonProps) {
  const t = useTexts(texts);
  const { access, role } = useMe();
  if (access.includes(needs)) return <Button {...props} onClick={onClick} />;
  return (
    <Tooltip label={t.notAllowed(role)} events={{ hover: true, focus: true, touch: true }}>
      <Button {...props} data-disabled aria-disabled onClick={(event) => event.preventDefault()} />
    </Tooltip>
  );
}
