import { NativeSelect } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

interface TierSelectProps {
  label: string;
  tiers: readonly { id: string; name: string }[];
  value: string | undefined;
  onChoose: (tierId: string | undefined) => void;
}

/** Narrows a list to a ticket tier. */
export function TierSelect({ label, tiers, value, onChoose }: TierSelectProps) {
  const t = useTexts(texts);
  return (
    <NativeSelect
      label={label}
      maw={240}
      value={value ?? ''}
      data={[{ value: '', label: t.any }, ...tiers.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={({ currentTarget: { value } }) => onChoose(value || undefined)}
    />
  );
}
