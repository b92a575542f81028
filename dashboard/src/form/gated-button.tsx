import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/me.ts';
import type { Access } from '../session/me-query.ts';
import { texts } from '../shell/texts.ts';

interface GatedButtonProps extends ButtonProps {
  needs: Access;
  onClick: () => void;
  children: ReactNode;
}

/** Shown to every role. A role without access gets a tooltip that says whose it is, by keyboard too. */
export function GatedButton({ needs, onClick, ...props }: GatedButtonProps) {
  const t = useTexts(texts);
  if (useMay(needs)) return <Button {...props} onClick={onClick} />;
  return (
    <Tooltip label={t.needs[needs]} events={{ hover: true, focus: true, touch: true }}>
      <Button {...props} data-disabled aria-disabled onClick={(event) => event.preventDefault()} />
    </Tooltip>
  );
}
