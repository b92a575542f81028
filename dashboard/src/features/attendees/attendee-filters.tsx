import { Group, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TierSelect } from '../../form/tier-select.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { FilterSelect } from '../../table/filter-select.tsx';
import type { Change } from '../../table/list-search.ts';
import { MoreFilters } from '../../table/more-filters.tsx';
import { RangeFields } from '../../table/range-fields.tsx';
import { SearchField } from '../../table/search-field.tsx';
import { statusTexts } from '../../table/status-texts.ts';
import { SavedViews } from '../../views/saved-views.tsx';
import { eventQuery } from '../events/event-queries.ts';
import { attendeesQuery } from './attendees-queries.ts';
import { ATTENDEE_STATUSES, type AttendeesSearch } from './attendees-search.ts';
import { texts } from './texts.ts';

/** A view names its event where it names a tier, which other events do not have. */
interface AttendeesView extends AttendeesSearch {
  event_id?: string;
}

interface AttendeeFiltersProps {
  eventId: string;
  filter: AttendeesSearch;
  /** The filters of the list that is shown: the ones before, until the answer to `filter` arrives. */
  shown: AttendeesSearch;
  /** Changes these fields and keeps the others, also those that were changed a moment ago. */
  onFilter: (change: Change<AttendeesSearch>, how?: { replace: boolean }) => void;
  /** Replaces all of them; the view may be of another event. */
  onView: (eventId: string, view: AttendeesSearch) => void;
}

export function AttendeeFilters({ eventId, filter, shown, onFilter, onView }: AttendeeFiltersProps) {
  const t = useTexts(texts);
  const states = useTexts(statusTexts);
  const { number } = useFormats();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  // Nothing is found by a filter that is refused.
  const { data: found } = useQuery(attendeesQuery(eventId, shown, 1));
  // A view replaces a search that is still being typed, too: the field begins anew.
  const [round, setRound] = useState(0);
  const tiers = event.ticket_tiers.filter(({ admission }) => admission);
  const kept: AttendeesView = filter.tier_id ? { ...filter, event_id: eventId } : filter;
  return (
    <Group mb="sm" align="flex-end">
      <SearchField key={round} value={filter.q} hint={t.hint} onSearch={(q) => onFilter({ q }, { replace: true })} />
      <FilterSelect
        label={t.status}
        value={filter.status}
        choices={ATTENDEE_STATUSES.map((value) => ({ value, label: states[value] }))}
        onChoose={(status) => onFilter({ status })}
      />
      <MoreFilters
        set={[filter.tier_id, filter.from, filter.to].filter(Boolean).length}
        beside={
          <>
            <SavedViews
              list="attendees"
              search={kept}
              onChoose={({ event_id: of = eventId, ...search }) => {
                setRound(round + 1);
                onView(of, search);
              }}
            />
            <Text size="sm" c="dimmed" role="status">
              {found ? t.count(number(found.meta.total)) : null}
            </Text>
          </>
        }
      >
        {tiers.length > 1 || filter.tier_id ? (
          <TierSelect
            label={t.tier}
            tiers={tiers}
            value={filter.tier_id}
            onChoose={(tierId) => onFilter({ tier_id: tierId })}
          />
        ) : null}
        <RangeFields search={filter} onFilter={onFilter} />
      </MoreFilters>
    </Group>
  );
}
