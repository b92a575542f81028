import { Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.ts';
import { GatedButton } from '../../form/gated-button.tsx';
import { PublicLink } from '../../form/public-link.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { ButtonLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { type EventBody, EventForm } from './event-form.tsx';
import { type Event, eventQuery } from './event-queries.ts';
import { EventStates } from './event-states.tsx';
import { ReferralLink } from './referral-link.tsx';
import { texts } from './texts.ts';
import { Tiers } from './tiers.tsx';
import { WaitingList } from './waiting-list.tsx';

const route = getRouteApi('/inside/events/$eventId');

export function EventPage() {
  const t = useTexts(texts);
  const { number, dateTime } = useFormats();
  const { eventId } = route.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const mayManage = useMay('manage');
  const save = useAction({
    act: (body: EventBody) => dataOf(api.PUT('/events/{id}', { params: { path: { id: eventId } }, body })),
    successMessage: t.saved,
  });
  return (
    <Stack>
      <PageHeader
        title={event.title}
        about={
          <Group gap="xs">
            <StatusBadge status={event.status} />
            <Text span>{dateTime(event.start_datetime)}</Text>
            <Text span>{t.soldOf(number(event.tickets_sold), number(event.capacity))}</Text>
          </Group>
        }
      >
        <Duplicate event={event} />
      </PageHeader>
      <LinkOfEvent event={event} />
      <PagesOfEvent event={event} />
      <EventStates event={event} />
      <Tiers event={event} />
      {event.status === 'draft' ? null : <WaitingList event={event} />}
      <Divider />
      <Title order={2}>{t.details}</Title>
      <EventForm event={event} submit={t.save} action={save} onSubmit={save.mutate} readOnly={!mayManage} />
    </Stack>
  );
}

/** Where strangers buy; a draft has no page yet. */
function LinkOfEvent({ event: { status, public_url: url } }: { event: Event }) {
  const t = useTexts(texts);
  if (status === 'draft') return <Text c="dimmed">{t.notShared}</Text>;
  if (status === 'cancelled' || status === 'completed') return <PublicLink url={url} />;
  return (
    <Stack gap={4}>
      <Text>{t.sharing}</Text>
      <PublicLink url={url} />
      <ReferralLink url={url} />
    </Stack>
  );
}

function PagesOfEvent({ event: { id: eventId, seated } }: { event: Event }) {
  const t = useTexts(texts);
  return (
    <Group gap="xs">
      <ButtonLink variant="default" to="/events/$eventId/attendees" params={{ eventId }}>
        {t.attendees}
      </ButtonLink>
      <ButtonLink variant="default" to="/orders" search={{ event_id: eventId }}>
        {t.orders}
      </ButtonLink>
      <ButtonLink variant="default" to="/events/$eventId/questions" params={{ eventId }}>
        {t.questions}
      </ButtonLink>
      <ButtonLink variant="default" to="/promo-codes" search={{ event_id: eventId }}>
        {t.promoCodes}
      </ButtonLink>
      <ButtonLink variant="default" to="/events/$eventId/seat-map" params={{ eventId }}>
        {t.seatMap}
      </ButtonLink>
      {seated ? (
        <ButtonLink variant="default" to="/events/$eventId/live" params={{ eventId }}>
          {t.liveSeats}
        </ButtonLink>
      ) : null}
    </Group>
  );
}

function Duplicate({ event }: { event: Event }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const duplicate = useAction({
    act: () => dataOf(api.POST('/events/{id}/duplicate', { params: { path: { id: event.id } } })),
    successMessage: t.duplicated,
    onDone: ({ id }) => void navigate({ to: '/events/$eventId', params: { eventId: id } }),
    notifyError: true,
  });
  return (
    <GatedButton needs="manage" variant="default" loading={duplicate.isPending} onClick={() => duplicate.mutate()}>
      {t.duplicate}
    </GatedButton>
  );
}
