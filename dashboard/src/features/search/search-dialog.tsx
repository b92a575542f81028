import { Kbd, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Dialog } from '../../form/dialog.tsx';
import { useTexts } from '../../language/language.tsx';
import { Icon } from '../../shell/icon.tsx';
import classes from './search-dialog.module.css';
import { SearchResults } from './search-results.tsx';
import { texts } from './texts.ts';
import { useOpenFirst } from './use-open-first.ts';

/** About the time between two keystrokes, so that a word is one request. */
const PAUSE_MS = 200;
/** The server's maximum. */
const MAX_LENGTH = 200;

/** One box for pages, events and orders. Arrows move from the box through the results, Enter opens the first one. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), PAUSE_MS);
  const box = useRef<HTMLDivElement>(null);
  const openFirst = useOpenFirst();
  /** What is in the box, not what was found before it. */
  const enter = async () => {
    const sought = text.trim();
    const isSought = () => box.current?.querySelector('input')?.value.trim() === sought;
    if (sought !== '' && (await openFirst(sought, isSought))) onClose();
  };
  const move = (event: KeyboardEvent) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      stops[at + step]?.focus();
    } else if (event.key === 'Enter' && at === 0) void enter();
  };
  return (
    <Dialog onClose={onClose} title={t.title} size="lg" yOffset="8vh" transitionProps={{ duration: 0 }}>
      <Stack ref={box} gap="sm" onKeyDown={move}>
        <TextInput
          type="search"
          aria-label={t.title}
          placeholder={t.hint}
          leftSection={<Icon name="search" />}
          maxLength={MAX_LENGTH}
          data-autofocus
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <SearchResults q={q} onChosen={onClose} />
        <Text size="xs" c="dimmed" className={classes.keys}>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t.move} <Kbd size="xs">Enter</Kbd> {t.open}
        </Text>
      </Stack>
    </Dialog>
  );
}
