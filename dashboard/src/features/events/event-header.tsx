import { Group, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import classes from './event-header.module.css';
import { eventQuery } from './event-queries.ts';
import { EventStates } from './event-states.tsx';
import { texts } from './texts.ts';

interface EventHeaderProps {
  eventId: string;
  /** The page has a heading of its own below. */
  isBeside?: boolean;
}

/** On every page of an event: its name and status, what can be done with it, and the links to its pages. */
export function EventHeader({ eventId, isBeside }: EventHeaderProps) {
  const t = useTexts(texts);
  const { number, dateTime } = useFormats();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  return (
    <Stack gap="sm" mb="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0}>
          {isBeside ? (
            <TextLink to="/events/$eventId" params={{ eventId }} c="inherit" fw={650} size="lg">
              {event.title}
            </TextLink>
          ) : (
            <>
              <title>{`${event.title} · Takilya`}</title>
              <Title order={1}>{event.title}</Title>
            </>
          )}
          <Group gap="xs" c="dimmed" fz="sm">
            <StatusBadge status={event.status} />
            <Text span inherit>
              {dateTime(event.start_datetime)}
            </Text>
            {isBeside ? null : (
              <Text span inherit>
                {t.soldOf(number(event.tickets_sold), number(event.capacity))}
              </Text>
            )}
          </Group>
        </Stack>
        <EventStates event={event} />
      </Group>
      <nav aria-label={t.pagesOfEvent} className={classes.tabs}>
        <Tab to="/events/$eventId" eventId={eventId} name={t.overview} />
        <Tab to="/events/$eventId/edit" eventId={eventId} name={t.details} />
        <Tab to="/events/$eventId/attendees" eventId={eventId} name={t.attendees} />
        <Tab to="/events/$eventId/messages" eventId={eventId} name={t.messages} />
        <Tab to="/events/$eventId/questions" eventId={eventId} name={t.questions} />
        <Tab to="/events/$eventId/seat-map" eventId={eventId} name={t.seatMap} />
        {event.seated ? <Tab to="/events/$eventId/live" eventId={eventId} name={t.liveSeats} /> : null}
      </nav>
    </Stack>
  );
}

interface TabProps {
  to: LinkProps['to'] & `/events/$eventId${string}`;
  eventId: string;
  name: string;
}

/** On a phone they scroll, and the page that is open has to be in sight. */
const showOpen = (tab: HTMLAnchorElement | null) => {
  if (tab?.getAttribute('aria-current') === 'page') tab.scrollIntoView({ block: 'nearest', inline: 'center' });
};

const Tab = ({ to, eventId, name }: TabProps) => (
  <Link
    ref={showOpen}
    to={to}
    params={{ eventId }}
    activeOptions={{ exact: true, includeSearch: false }}
    className={classes.tab}
  >
    {name}
  </Link>
);
