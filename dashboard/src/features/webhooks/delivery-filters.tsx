import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../language/language.tsx';
import { FilterSelect } from '../../table/filter-select.tsx';
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
  const states = useTexts(statusTexts);
  return (
    <Group mb="sm" align="flex-end">
      {isOfOne ? null : <EndpointFilter value={search.webhook_id} onFilter={onFilter} />}
      <FilterSelect
        label={t.type}
        value={search.type}
        choices={DELIVERY_TYPES.map((value) => ({ value, label: t.typeTexts[value] }))}
        onChoose={(type) => onFilter({ type })}
      />
      <FilterSelect
        label={t.status}
        value={search.status}
        choices={DELIVERY_STATUSES.map((value) => ({ value, label: states[value] }))}
        onChoose={(status) => onFilter({ status })}
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
  const { data: endpoints } = useQuery(endpointsQuery);
  const options = (endpoints ?? []).map(({ id: value, url: label }) => ({ value, label }));
  // A link may name one that was deleted since.
  if (endpoints && chosen && !endpoints.some(({ id }) => id === chosen)) options.push({ value: chosen, label: chosen });
  return (
    <FilterSelect
      label={t.url}
      maw={320}
      value={chosen}
      choices={options}
      onChoose={(id) => onFilter({ webhook_id: id })}
    />
  );
}
