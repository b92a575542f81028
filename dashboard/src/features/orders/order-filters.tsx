import { Button, Checkbox, Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EventSelect } from '../../form/event-select.tsx';
import { TierSelect } from '../../form/tier-select.tsx';
import { useTexts } from '../../language/language.tsx';
import { FilterSelect } from '../../table/filter-select.tsx';
import type { Change } from '../../table/list-search.ts';
import { MoreFilters } from '../../table/more-filters.tsx';
import { RangeFields } from '../../table/range-fields.tsx';
import { SearchField } from '../../table/search-field.tsx';
import { statusTexts } from '../../table/status-texts.ts';
import { SavedViews } from '../../views/saved-views.tsx';
import { eventChoicesQuery } from '../events/event-queries.ts';
import { ORDER_STATUSES, type OrdersFilter } from './orders-search.ts';
import { texts } from './texts.ts';

interface OrderFiltersProps {
  filter: OrdersFilter;
  /** Changes these fields and keeps the others, also those that were changed a moment ago. */
  onFilter: (change: Change<OrdersFilter>, how?: { replace: boolean }) => void;
  /** Replaces all of them. */
  onView: (view: OrdersFilter) => void;
}

export function OrderFilters({ filter, onFilter, onView }: OrderFiltersProps) {
  const t = useTexts(texts);
  const states = useTexts(statusTexts);
  const { data: events } = useSuspenseQuery(eventChoicesQuery);
  // A view replaces a search that is still being typed, too: the field begins anew.
  const [round, setRound] = useState(0);
  const tiers = events.find(({ id }) => id === filter.event_id)?.ticket_tiers ?? [];
  const origin = [filter.source, filter.ref].filter(Boolean);
  const set = [filter.status, filter.tier_id, filter.from, filter.to, filter.refund_failed].filter(Boolean).length;
  return (
    <Group mb="sm" align="flex-end">
      <SearchField key={round} value={filter.q} hint={t.hint} onSearch={(q) => onFilter({ q }, { replace: true })} />
      <EventSelect
        none="all"
        label={t.event}
        maw={300}
        value={filter.event_id ?? ''}
        onChange={({ currentTarget: { value } }) => onFilter({ event_id: value || undefined, tier_id: undefined })}
      />
      {origin.length > 0 ? (
        <Button variant="light" onClick={() => onFilter({ source: undefined, ref: undefined })}>
          {t.endOrigin(origin.join(' · '))}
        </Button>
      ) : null}
      <MoreFilters
        set={set}
        beside={
          <SavedViews
            list="orders"
            search={filter}
            onChoose={(view) => {
              setRound(round + 1);
              onView(view);
            }}
          />
        }
      >
        <FilterSelect
          label={t.status}
          value={filter.status}
          choices={ORDER_STATUSES.map((value) => ({ value, label: states[value] }))}
          onChoose={(status) => onFilter({ status })}
        />
        {tiers.length > 1 || filter.tier_id ? (
          <TierSelect
            label={t.tier}
            tiers={tiers}
            value={filter.tier_id}
            onChoose={(tierId) => onFilter({ tier_id: tierId })}
          />
        ) : null}
        <RangeFields search={filter} onFilter={onFilter} />
        <Checkbox
          label={t.refundFailed}
          mb="xs"
          checked={filter.refund_failed === true}
          onChange={({ currentTarget: { checked } }) => onFilter({ refund_failed: checked || undefined })}
        />
      </MoreFilters>
    </Group>
  );
}
