import { Checkbox, Stack } from '@mantine/core';

interface TierChoiceProps {
  label: string;
  description?: string;
  tiers: readonly { id: string; name: string }[];
  error?: string;
  value?: string[];
  defaultValue?: string[];
  onChange?: (ids: string[]) => void;
}

/** Chooses ticket tiers. */
export const TierChoice = ({ tiers, ...props }: TierChoiceProps) => (
  <Checkbox.Group {...props}>
    <Stack gap="xs" my="xs">
      {tiers.map(({ id, name }) => (
        <Checkbox key={id} value={id} label={name} />
      ))}
    </Stack>
  </Checkbox.Group>
);
