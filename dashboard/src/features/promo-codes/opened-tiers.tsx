import { Checkbox, type CheckboxGroupProps, Stack } from '@mantine/core';

interface OpenedTiersProps extends Omit<CheckboxGroupProps, 'children'> {
  /** Tiers of the event that the code is for. */
  tiers: { id: string; name: string; hidden: boolean }[];
  chosen: string[];
}

/**
 * Chooses the hidden tiers that a code opens. A tier that was shown again meanwhile stays listed while it is chosen.
 */
export function OpenedTiers({ tiers, chosen, ...group }: OpenedTiersProps) {
  const offered = tiers.filter(({ id, hidden }) => hidden || chosen.includes(id));
  if (offered.length === 0) return null;
  return (
    <Checkbox.Group {...group}>
      <Stack gap="xs" mt="xs">
        {offered.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
