import { TextInput } from '@mantine/core';
import { texts } from '../form/texts.ts';
import { useTexts } from '../language/language.tsx';
import type { RangeSearch } from './range-search.ts';

interface RangeFieldsProps {
  search: RangeSearch;
  onFilter: (change: { from?: string | undefined; to?: string | undefined }) => void;
}

/** The first and the last day of a list. */
export function RangeFields({ search: { from, to }, onFilter }: RangeFieldsProps) {
  const t = useTexts(texts);
  return (
    <>
      <TextInput
        type="date"
        label={t.from}
        value={from ?? ''}
        max={to}
        onChange={({ currentTarget: { value } }) => onFilter({ from: value || undefined })}
      />
      <TextInput
        type="date"
        label={t.to}
        value={to ?? ''}
        min={from}
        onChange={({ currentTarget: { value } }) => onFilter({ to: value || undefined })}
      />
    </>
  );
}
