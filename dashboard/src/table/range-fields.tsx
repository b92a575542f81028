import { useState } from 'react';
import { texts } from '../form/texts.ts';
import { useTexts } from '../language/language.tsx';
import { DateField } from './date-field.tsx';
import type { RangeSearch } from './range-search.ts';

interface RangeFieldsProps {
  search: RangeSearch;
  /** Neither day can be emptied. */
  required?: boolean;
  onFilter: (change: { from?: string | undefined; to?: string | undefined }) => void;
}

/**
 * The first and the last day of a list. A day beyond the other one takes it along. The other one comes back when that
 * day was only a step of typing, as January is of December.
 */
export function RangeFields({ search, required = false, onFilter }: RangeFieldsProps) {
  const t = useTexts(texts);
  /** The other day, as it was before it was taken along. */
  const [moved, setMoved] = useState<RangeSearch>({});
  const field = (name: 'from' | 'to') => {
    const other = name === 'from' ? 'to' : 'from';
    const kept = moved[other];
    return {
      label: t[name],
      required,
      value: search[name],
      onFocus: () => setMoved({}),
      onChange: (date: string | undefined) => {
        const limit = kept ?? search[other];
        const isBeyond = date && limit && (name === 'from' ? date > limit : date < limit);
        if (isBeyond) setMoved({ [other]: limit });
        onFilter({ [name]: date, ...(isBeyond ? { [other]: date } : kept && { [other]: kept }) });
      },
    };
  };
  return (
    <>
      <DateField {...field('from')} />
      <DateField {...field('to')} />
    </>
  );
}
