import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { EventSelect } from '../../form/event-select.tsx';
import { useTexts } from '../../language/language.tsx';
import { ButtonLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Filtered } from '../../table/filtered.tsx';
import { LIVE_STATUSES } from '../events/events-search.ts';
import { Sale } from './sale.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/box-office');

export function BoxOfficePage() {
  const t = useTexts(texts);
  const { event_id: eventId } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t.title} about={t.about}>
        <ButtonLink to="/box-office/reservations" search={{ event_id: eventId }} variant="default">
          {t.kept}
        </ButtonLink>
        <ButtonLink to="/box-office/closing" search={{}} variant="default">
          {t.close}
        </ButtonLink>
      </PageHeader>
      <Stack maw={640}>
        <EventSelect
          label={t.event}
          none="choose"
          // A place of a sold-out event may come back. Others sell nothing, not even here.
          statuses={LIVE_STATUSES}
          value={eventId ?? ''}
          onChange={({ currentTarget: { value } }) => navigate({ search: { event_id: value || undefined } })}
        />
        {eventId ? (
          <Filtered by={{ eventId }}>
            <Sale key={eventId} eventId={eventId} />
          </Filtered>
        ) : null}
      </Stack>
    </>
  );
}
