import { ActionIcon, NumberInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { typedNumber } from '../../form/typed-number.ts';
import { useTexts } from '../../language/language.tsx';
import { Icon } from '../../shell/icon.tsx';
import { texts } from './texts.ts';

/** In pixels: a thumb hits it. */
const BUTTON_SIZE = 40;

interface QuantityInputProps {
  label: string;
  /** Of what is counted; the buttons say it. */
  name: string;
  max: number;
  /** As it is typed. */
  value: number | string;
  onChange: (value: number | string) => void;
}

/** How many: at a window it is tapped more often than typed. A number above `max` can be typed, and is refused. */
export function QuantityInput({ label, name, max, value, onChange }: QuantityInputProps) {
  const t = useTexts(texts);
  const now = typedNumber(value);
  const [isTapped, setTapped] = useState(false);
  const button = (words: string, icon: 'minus' | 'plus', next: number) => (
    <ActionIcon
      size={BUTTON_SIZE}
      variant="subtle"
      aria-label={words}
      // It keeps the focus, so that the other direction is a key away.
      aria-disabled={next === now}
      c={next === now ? 'dimmed' : undefined}
      onClick={() => {
        setTapped(true);
        onChange(next);
      }}
    >
      <Icon name={icon} />
    </ActionIcon>
  );
  return (
    <div>
      <NumberInput
        label={label}
        size="md"
        min={0}
        max={max}
        allowDecimal={false}
        allowNegative={false}
        leftSection={button(t.less(name), 'minus', Math.max(0, now - 1))}
        leftSectionWidth={BUTTON_SIZE}
        leftSectionPointerEvents="all"
        rightSection={button(t.more(name), 'plus', Math.max(now, Math.min(max, now + 1)))}
        rightSectionWidth={BUTTON_SIZE}
        rightSectionPointerEvents="all"
        styles={{ input: { textAlign: 'center' } }}
        // A 2 that is typed beside the 0 is not 20.
        selectAllOnFocus
        value={value}
        onChange={(typed) => {
          setTapped(false);
          onChange(typed);
        }}
      />
      <VisuallyHidden role="status">{isTapped ? `${name}: ${now}` : ''}</VisuallyHidden>
    </div>
  );
}
