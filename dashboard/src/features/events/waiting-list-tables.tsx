import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { FilterSelect } from '../../table/filter-select.tsx';
import { Pager } from '../../table/pager.tsx';
import type { Event } from './event-queries.ts';
import { hasTwins, tierLabels } from './tier-labels.ts';
import { type NameOfTier, WaitingListEntries } from './waiting-list-entries.tsx';
import {
  type Counts,
  pricesQuery,
  type ShownEntries,
  WAITING_STATUSES,
  type WaitingEntries,
} from './waiting-list-queries.ts';
import { texts } from './waiting-list-texts.ts';

function useCountColumns(nameOf: NameOfTier): Column<Counts>[] {
  const t = useTexts(texts);
  const { number } = useFormats();
  return [
    { header: t.tier, cell: (counts) => nameOf(counts.tier_id) },
    { header: t.waiting, numeric: true, cell: ({ waiting }) => number(waiting) },
    { header: t.places, numeric: true, cell: (counts) => number(counts.places_waiting) },
    { header: t.offered, numeric: true, cell: ({ offered }) => number(offered) },
    { header: t.bought, numeric: true, cell: ({ bought }) => number(bought) },
  ];
}

interface WaitingListTablesProps {
  event: Event;
  list: WaitingEntries;
  shown: ShownEntries;
  onShow: (shown: ShownEntries) => void;
}

/** How many wait by tier, and who, narrowed to a status. */
export function WaitingListTables({ event, list, shown, onShow }: WaitingListTablesProps) {
  const { id, seated, ticket_tiers: tiers } = event;
  const t = useTexts(texts);
  const { data: plan } = useQuery({ ...pricesQuery(id), enabled: seated && hasTwins(tiers) });
  const labels = tierLabels(tiers, plan?.sections ?? []);
  const nameOf: NameOfTier = (tierId) => labels.get(tierId) ?? '–';
  return (
    <>
      <DataTable
        label={t.counts}
        columns={useCountColumns(nameOf)}
        rows={list.tiers}
        keyOf={(counts) => counts.tier_id}
      />
      <FilterSelect
        label={t.status}
        maw={240}
        value={shown.status}
        choices={WAITING_STATUSES.map((value) => ({ value, label: t.statuses[value] }))}
        onChoose={(status) => onShow({ status, page: 1 })}
      />
      <WaitingListEntries entries={list.entries} nameOf={nameOf} />
      <Pager meta={list.meta} onPage={(page) => onShow({ ...shown, page })} />
    </>
  );
}
