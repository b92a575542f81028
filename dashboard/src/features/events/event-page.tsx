import { Alert, Group, List, Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../language/language.tsx';
import { Icon } from '../../shell/icon.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { sourcesQuery } from '../analytics/analytics-queries.ts';
import { EventHeader } from './event-header.tsx';
import { type Event, eventQuery } from './event-queries.ts';
import { EventSales } from './event-sales.tsx';
import { overviewTexts } from './overview-texts.ts';
import { ShareEvent } from './share-event.tsx';
import { texts } from './texts.ts';
import { Tiers } from './tiers.tsx';
import { WaitingList } from './waiting-list.tsx';

const route = getRouteApi('/inside/events/$eventId');

// Few events have several dates.
const SeriesDates = lazy(() =>
  import('../series/series-dates.tsx').then(({ SeriesDates }) => ({ default: SeriesDates })),
);

/** How the event is doing, and what to do next. Its form is a page of its own. */
export function EventPage() {
  const { eventId } = route.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const isDraft = event.status === 'draft';
  const isCancelled = event.status === 'cancelled';
  // Until the first sale the link is what the organizer needs; the figures are all 0. A cancelled event leads with
  // them.
  const leadsWithLink = event.tickets_sold === 0 && !isCancelled;
  return (
    <Stack gap="lg">
      <EventHeader eventId={eventId} />
      {isDraft ? <NextSteps event={event} /> : null}
      {isCancelled ? <MoneyByHand eventId={eventId} /> : null}
      {leadsWithLink ? <ShareEvent event={event} /> : null}
      {isDraft ? null : <EventSales event={event} />}
      {leadsWithLink ? null : <ShareEvent event={event} />}
      <Tiers event={event} />
      {event.series_id ? (
        <Suspense fallback={<Waiting />}>
          <SeriesDates event={event} seriesId={event.series_id} />
        </Suspense>
      ) : null}
      <LinksOfEvent eventId={eventId} />
      {isDraft ? null : <WaitingList event={event} />}
    </Stack>
  );
}

/** Each is a page where the draft becomes better. */
function NextSteps({ event: { id: eventId, description, cover_image_url: cover, seated } }: { event: Event }) {
  const t = useTexts(overviewTexts);
  return (
    <Alert color="lagoon" title={t.next} icon={<Icon name="rocket" />}>
      <List size="sm" spacing={4}>
        {description && cover ? null : (
          <List.Item>
            <TextLink to="/events/$eventId/edit" params={{ eventId }} underline="always">
              {description ? t.nextCover : t.nextDetails}
            </TextLink>
          </List.Item>
        )}
        <List.Item>{t.nextTiers}</List.Item>
        {seated ? null : (
          <List.Item>
            <TextLink to="/events/$eventId/seat-map" params={{ eventId }} underline="always">
              {t.nextSeats}
            </TextLink>
          </List.Item>
        )}
        <List.Item>{t.nextPublish}</List.Item>
      </List>
    </Alert>
  );
}

/** What a cancellation leaves to the organizer: no provider gives back what was paid by hand. */
function MoneyByHand({ eventId }: { eventId: string }) {
  const t = useTexts(overviewTexts);
  const { data: sales } = useQuery(sourcesQuery(eventId));
  const hasSold = sales?.channels?.some(({ orders }) => orders > 0);
  if (!hasSold) return null;
  return (
    <Alert color="yellow" icon={<Icon name="orders" />}>
      {t.moneyByHand}{' '}
      <TextLink to="/orders" search={{ event_id: eventId }} underline="always" c="inherit">
        {t.howPaid}
      </TextLink>
    </Alert>
  );
}

/** Lists of other pages, filtered by this event. */
function LinksOfEvent({ eventId }: { eventId: string }) {
  const t = useTexts(texts);
  const { analytics } = useTexts(overviewTexts);
  const search = { event_id: eventId };
  return (
    <Group gap="xs">
      <ButtonLink variant="default" to="/orders" search={search} leftSection={<Icon name="orders" />}>
        {t.orders}
      </ButtonLink>
      <ButtonLink variant="default" to="/promo-codes" search={search} leftSection={<Icon name="promoCodes" />}>
        {t.promoCodes}
      </ButtonLink>
      <ButtonLink variant="default" to="/analytics" search={search} leftSection={<Icon name="analytics" />}>
        {analytics}
      </ButtonLink>
    </Group>
  );
}
