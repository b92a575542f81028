import { Checkbox, Stack } from '@mantine/core';
import type { Tier } from '../events/event-queries.ts';

interface TierChoiceProps {
  label: string;
  description?: string;
  tiers: Pick<Tier, 'id' | 'name'>[];
  error?: string;
  value?: string[];
  defaultValue?: string[];
  onChange?: (ids: string[]) => void;
}

/** The tiers that seats are sold at. */
export const TierChoice = ({ tiers, ...props }: TierChoiceProps) => (
  <Checkbox.Group {...props}>
    <Stack gap="xs" my="xs">
      {tiers.map(({ id, name }) => (
        <Checkbox key={id} value={id} label={name} />
      ))}
    </Stack>
  </Checkbox.Group>
);
