import { Button, Menu } from '@mantine/core';
import { Icon } from '../shell/icon.tsx';

/** A column of a table also has other columns beside it: longer words take several lines. */
const [LEAST_WIDTH, MOST_WIDTH] = [160, 240];

interface ChoiceMenuProps<Value extends string> {
  /** What the choice is about, for screen readers. */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
}

/**
 * A choice that applies at once. Not a select: a closed one changes with each arrow key, so that passing through a
 * value would apply it. The button stays enabled while the choice is sent, because it has the focus.
 */
export function ChoiceMenu<Value extends string>({ label, value, choices, onChoose }: ChoiceMenuProps<Value>) {
  const current = choices.find((choice) => choice.value === value)?.label;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          miw={LEAST_WIDTH}
          maw={MOST_WIDTH}
          h="auto"
          mih={30}
          py={4}
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start', lineHeight: 1.3 } }}
          aria-label={`${label}: ${current}`}
          rightSection={<Icon name="down" />}
        >
          {current}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item key={choice.value} onClick={() => onChoose(choice.value)}>
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
