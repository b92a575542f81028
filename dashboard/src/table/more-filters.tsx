import { Button, Collapse, Group } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { texts } from '../form/texts.ts';
import { useTexts } from '../language/language.tsx';

interface MoreFiltersProps {
  /** How many of them narrow the list. */
  set: number;
  /** Beside the button. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Filters that few visits need. Open from the start where one of them narrows the list. */
export function MoreFilters({ set, beside, children }: MoreFiltersProps) {
  const t = useTexts(texts);
  const [opened, { toggle }] = useDisclosure(set > 0);
  const id = useId();
  return (
    <>
      <Button variant="default" aria-expanded={opened} aria-controls={id} onClick={toggle}>
        {set > 0 ? t.moreFiltersSet(set) : t.moreFilters}
      </Button>
      {beside}
      <Collapse expanded={opened} id={id} w="100%">
        <Group align="flex-end">{children}</Group>
      </Collapse>
    </>
  );
}
