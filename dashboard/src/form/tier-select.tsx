import { useTexts } from '../language/language.tsx';
import { FilterSelect } from '../table/filter-select.tsx';
import { texts } from './texts.ts';

interface TierSelectProps {
  label: string;
  tiers: readonly { id: string; name: string }[];
  value: string | undefined;
  onChoose: (tierId: string | undefined) => void;
}

/** Narrows a list to a ticket tier. A deleted one is named as such: the list is not all of it then. */
export function TierSelect({ label, tiers, value, onChoose }: TierSelectProps) {
  const t = useTexts(texts);
  const options = tiers.map(({ id, name }) => ({ value: id, label: name }));
  if (value && !tiers.some(({ id }) => id === value)) options.push({ value, label: t.deletedTier });
  return <FilterSelect label={label} maw={240} value={value} choices={options} onChoose={onChoose} />;
}
