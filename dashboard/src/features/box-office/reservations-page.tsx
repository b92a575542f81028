import { Badge, Group, NativeSelect, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { EventSelect } from '../../form/event-select.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Filtered } from '../../table/filtered.tsx';
import { type Change, isFiltered } from '../../table/list-search.ts';
import { Pager } from '../../table/pager.tsx';
import { SearchField } from '../../table/search-field.tsx';
import { useAskedSearch } from '../../table/use-asked-search.ts';
import { eventChoicesQuery } from '../events/event-queries.ts';
import { useEventName } from '../events/use-event-name.tsx';
import { PickUpDialog } from './pick-up-dialog.tsx';
import { ReservationDialog } from './reservation-dialog.tsx';
import { type Reservation, reservationsQuery } from './reservation-queries.ts';
import { reservationTexts } from './reservation-texts.ts';
import { type ReservationsSearch, STATE_CHOICES } from './reservations-search.ts';
import { type Sale, Sold } from './sold.tsx';

const route = getRouteApi('/inside/box-office/reservations');

const COLORS = { kept: 'blue', picked_up: 'green', let_go: 'gray', ended: 'gray' } as const;

type Dialog = { kind: 'pick-up' | 'change'; reservation: Reservation };

function useColumns(open: (dialog: Dialog) => void): Column<Reservation>[] {
  const t = useTexts(reservationTexts);
  const { pesos, dateTime } = useFormats();
  const { data: events } = useSuspenseQuery(eventChoicesQuery);
  const eventName = useEventName(events);
  return [
    { header: t.name, cell: (reservation) => <Person reservation={reservation} /> },
    { header: t.event, cell: ({ event }) => eventName(event) },
    { header: t.places, cell: ({ items }) => items.map(placesOf).join('; ') },
    { header: t.until, cell: ({ until }) => (until === null ? t.untilLetGo : dateTime(until)) },
    { header: t.total, numeric: true, cell: (reservation) => pesos(reservation.total_amount) },
    {
      header: t.state,
      cell: ({ state, picked_up }) => (
        <>
          <Badge variant="light" color={COLORS[state]} tt="none" fw={600} miw="max-content">
            {t.states[state]}
          </Badge>
          {state !== 'picked_up' && picked_up > 0 ? <Text size="sm">{t.pickedUp(picked_up)}</Text> : null}
        </>
      ),
    },
    { header: '', cell: (reservation) => <Actions reservation={reservation} open={open} /> },
  ];
}

/** Places kept for a name: found, picked up, changed and let go. */
export function ReservationsPage() {
  const t = useTexts(reservationTexts);
  const search = route.useSearch();
  const asked = useAskedSearch(search);
  const navigate = route.useNavigate();
  const [dialog, setDialog] = useState<Dialog>();
  const [sold, setSold] = useState<Sale>();
  const close = () => setDialog(undefined);
  const filter = (change: Change<ReservationsSearch>, replace = false) =>
    navigate({ search: ({ page: _page, ...before }) => ({ ...before, ...change }), replace });
  return (
    <>
      <PageHeader title={t.title} about={t.about}>
        <ButtonLink to="/box-office" search={{ event_id: asked.event_id }} variant="default">
          {t.sell}
        </ButtonLink>
      </PageHeader>
      {sold ? (
        <Sold {...sold} onNext={() => setSold(undefined)} />
      ) : (
        <>
          <Group mb="lg" align="flex-end">
            <SearchField value={asked.q} hint={t.search} onSearch={(q) => filter({ q }, asked.q !== undefined)} />
            <EventSelect
              label={t.event}
              none="all"
              value={asked.event_id ?? ''}
              onChange={({ currentTarget: { value } }) => filter({ event_id: value || undefined })}
            />
            <NativeSelect
              label={t.state}
              data={STATE_CHOICES.map((value) => ({ value, label: t.states[value] }))}
              value={asked.state ?? 'kept'}
              onChange={({ currentTarget: { value } }) => filter({ state: STATE_CHOICES.find((one) => one === value) })}
            />
          </Group>
          <Filtered by={search}>
            <FoundReservations open={setDialog} />
          </Filtered>
        </>
      )}
      {dialog?.kind === 'change' ? <ReservationDialog subject={dialog.reservation} onClose={close} /> : null}
      {dialog?.kind === 'pick-up' ? (
        <PickUpDialog
          reservation={dialog.reservation}
          onClose={close}
          onSold={(sale) => {
            close();
            setSold(sale);
          }}
        />
      ) : null}
    </>
  );
}

function FoundReservations({ open }: { open: (dialog: Dialog) => void }) {
  const t = useTexts(reservationTexts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(reservationsQuery(search));
  return (
    <>
      <DataTable
        label={t.title}
        columns={useColumns(open)}
        rows={data.reservations}
        keyOf={({ id }) => id}
        empty={isFiltered(search) ? t.notFound : t.nothing}
      />
      <Pager meta={data.meta} onPage={(page) => navigate({ search: (before) => ({ ...before, page }) })} />
    </>
  );
}

function Person({ reservation: { name, phone, email, note } }: { reservation: Reservation }) {
  return (
    <>
      {name}
      {[phone, email, note].map((line) =>
        line === null ? null : (
          <Text key={line} size="sm" c="dimmed">
            {line}
          </Text>
        ),
      )}
    </>
  );
}

const placesOf = ({ quantity, tier_name: tier, seats }: Reservation['items'][number]) =>
  `${quantity} × ${tier}${seats.length > 0 ? ` (${seats.map(({ label }) => label).join(', ')})` : ''}`;

function Actions({ reservation, open }: { reservation: Reservation; open: (dialog: Dialog) => void }) {
  const t = useTexts(reservationTexts);
  const { id, state, name, quantity } = reservation;
  if (state !== 'kept') return null;
  const small = { needs: 'box_office', size: 'compact-sm' } as const;
  return (
    <Group gap="xs">
      <GatedButton {...small} onClick={() => open({ kind: 'pick-up', reservation })}>
        {t.pickUp}
      </GatedButton>
      <GatedButton {...small} variant="default" onClick={() => open({ kind: 'change', reservation })}>
        {t.change}
      </GatedButton>
      <ConfirmButton
        {...small}
        label={t.letGo}
        title={t.letGoTitle}
        question={t.letGoQuestion(quantity, name)}
        act={() => dataOf(api.POST('/reservations/{id}/let-go', { params: { path: { id } } }))}
        successMessage={t.letGone}
      />
    </Group>
  );
}
