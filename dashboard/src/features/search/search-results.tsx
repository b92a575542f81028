import { Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import { Icon } from '../../shell/icon.tsx';
import { NAVIGATION } from '../../shell/navigation-entries.ts';
import { texts as shellTexts } from '../../shell/texts.ts';
import { StatusBadge } from '../../table/status-badge.tsx';
import { type Event, eventChoicesQuery } from '../events/event-queries.ts';
import { useStartOf } from '../events/use-start-of.ts';
import classes from './search-dialog.module.css';
import { texts } from './texts.ts';
import { matches } from './word-match.ts';

/** Most results of each kind: another letter finds more. */
const MOST = 5;

export const ordersFoundQuery = (q: string) =>
  queryOptions({
    queryKey: ['orders', 'found', q],
    queryFn: () => dataOf(api.GET('/orders', { params: { query: { q, per_page: MOST } } })),
  });

/** The first of each kind, in the order in which they are shown. */
export function useFound() {
  const { pages: names } = useTexts(shellTexts);
  const { access } = useMe();
  return (
    q: string,
    events: Pick<Event, 'id' | 'title' | 'status' | 'start_datetime'>[] = [],
    orders: Model<'OrderSummary'>[] = [],
  ) => ({
    events: events.filter(({ title }) => matches(title, q)).slice(0, MOST),
    orders,
    pages: NAVIGATION.flatMap(({ entries }) => entries)
      .filter(({ page, needs }) => (!needs || access.includes(needs)) && matches(names[page], q))
      .slice(0, MOST),
  });
}

interface SearchResultsProps {
  q: string;
  onChosen: () => void;
}

export function SearchResults({ q, onChosen }: SearchResultsProps) {
  const t = useTexts(texts);
  const { nothingFound } = useTexts(formTexts);
  const { pages } = useTexts(shellTexts);
  const { pesos } = useFormats();
  const events = useQuery({ ...eventChoicesQuery, enabled: q !== '' });
  const startOf = useStartOf(events.data ?? []);
  const orders = useQuery({ ...ordersFoundQuery(q), enabled: q !== '', placeholderData: keepPreviousData });
  const found = useFound()(q, events.data, orders.data?.orders);
  const isDone = events.isSuccess && orders.isSuccess && !orders.isPlaceholderData;
  if (q === '') return <Text c="dimmed">{t.about}</Text>;
  return (
    <div className={classes.results}>
      <Kind name={t.events}>
        {found.events.map((event) => (
          <Link
            key={event.id}
            className={classes.result}
            to="/events/$eventId"
            params={{ eventId: event.id }}
            onClick={onChosen}
          >
            <Icon name="calendar" />
            <span className={classes.words}>{event.title}</span>
            <Text span size="sm" c="dimmed">
              {startOf(event)}
            </Text>
            <StatusBadge status={event.status} />
          </Link>
        ))}
      </Kind>
      <Kind name={t.orders}>
        {found.orders.map(({ id, order_number: number, customer, total_amount: total, event }) => (
          <Link key={id} className={classes.result} to="/orders/$orderId" params={{ orderId: id }} onClick={onChosen}>
            <Icon name="orders" />
            <span className={classes.words}>
              {customer.name} · {number}
            </span>
            <Text span size="sm" c="dimmed">
              {event.title} · {pesos(total)}
            </Text>
          </Link>
        ))}
      </Kind>
      <Kind name={t.pages}>
        {found.pages.map(({ page, to }) => (
          <Link key={page} className={classes.result} to={to} onClick={onChosen}>
            <Icon name={page} />
            <span className={classes.words}>{pages[page]}</span>
          </Link>
        ))}
      </Kind>
      <Text role="status" c="dimmed" size="sm">
        {isDone && Object.values(found).every(({ length }) => length === 0) ? nothingFound : null}
      </Text>
    </div>
  );
}

const Kind = ({ name, children }: { name: string; children: ReactNode[] }) =>
  children.length === 0 ? null : (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div role="group" aria-label={name}>
      <Text size="xs" fw={600} c="dimmed" mb={4}>
        {name}
      </Text>
      {children}
    </div>
  );
