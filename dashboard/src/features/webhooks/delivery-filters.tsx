import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { texts as formTexts } from '../../form/texts.ts';
import { useTexts } from '../../language/language.tsx';
import { RangeFields } from '../../table/range-fields.tsx';
import { statusTexts } from '../../table/status-texts.ts';
import { DELIVERY_STATUSES, DELIVERY_TYPES, type DeliveriesSearch } from './deliveries-search.ts';
import { texts } from './texts.ts';
import { endpointsQuery } from './webhook-queries.ts';

interface FiltersProps {
  search: DeliveriesSearch;
  /** The page is about one endpoint. */
  isOfOne: boolean;
  onFilter: (changed: Partial<DeliveriesSearch>) => void;
}

export function DeliveryFilters({ search, isOfOne, onFilter }: FiltersProps) {
  const t = useTexts(texts);
  const { any } = useTexts(formTexts);
  const states = useTexts(statusTexts);
  return (
    <Group mb="sm" align="flex-end">
      {isOfOne ? null : <EndpointFilter value={search.webhook_id} onFilter={onFilter} />}
      <NativeSelect
        label={t.type}
        value={search.type ?? ''}
        data={[{ value: '', label: any }, ...DELIVERY_TYPES.map((value) => ({ value, label: t.typeTexts[value] }))]}
        onChange={({ currentTarget: { value } }) => onFilter({ type: DELIVERY_TYPES.find((type) => type === value) })}
      />
      <NativeSelect
        label={t.status}
        value={search.status ?? ''}
        data={[{ value: '', label: any }, ...DELIVERY_STATUSES.map((value) => ({ value, label: states[value] }))]}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ status: DELIVERY_STATUSES.find((status) => status === value) })
        }
      />
      <RangeFields search={search} onFilter={onFilter} />
    </Group>
  );
}

interface EndpointFilterProps {
  value: string | undefined;
  onFilter: (changed: Partial<DeliveriesSearch>) => void;
}

function EndpointFilter({ value: chosen, onFilter }: EndpointFilterProps) {
  const t = useTexts(texts);
  const { any } = useTexts(formTexts);
  const { data: endpoints } = useQuery(endpointsQuery);
  const options = (endpoints ?? []).map(({ id: value, url: label }) => ({ value, label }));
  // A link may name one that was deleted since.
  if (endpoints && chosen && !endpoints.some(({ id }) => id === chosen)) options.push({ value: chosen, label: chosen });
  return (
    <NativeSelect
      label={t.url}
      maw={320}
      value={chosen ?? ''}
      data={[{ value: '', label: any }, ...options]}
      onChange={({ currentTarget: { value } }) => onFilter({ webhook_id: value || undefined })}
    />
  );
}
