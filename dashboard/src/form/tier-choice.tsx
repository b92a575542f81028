import { Checkbox, Stack } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

interface TierChoiceProps {
  label: string;
  description?: string;
  tiers: readonly { id: string; name: string }[];
  error?: string;
  value?: string[];
  defaultValue?: string[];
  onChange?: (ids: string[]) => void;
}

/**
 * Chooses ticket tiers. A chosen one that was deleted is shown until it is unticked: without it, the choice may mean
 * all tiers.
 */
export function TierChoice({ tiers, ...props }: TierChoiceProps) {
  const t = useTexts(texts);
  const deleted = props.value?.filter((chosen) => !tiers.some(({ id }) => id === chosen)) ?? [];
  return (
    <Checkbox.Group {...props}>
      <Stack gap="xs" my="xs">
        {tiers.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
        {deleted.map((id) => (
          <Checkbox key={id} value={id} label={t.deletedTier} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
