import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { type EventBody, EventForm } from './event-form.tsx';
import { EventHeader } from './event-header.tsx';
import { eventQuery } from './event-queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events/$eventId/edit');

export function EventEditPage() {
  const t = useTexts(texts);
  const { eventId } = route.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const mayManage = useMay('manage');
  const save = useAction({
    act: (body: EventBody) => dataOf(api.PUT('/events/{id}', { params: { path: { id: eventId } }, body })),
    successMessage: t.saved,
  });
  return (
    <>
      <EventHeader eventId={eventId} />
      <EventForm event={event} submit={t.save} action={save} onSubmit={save.mutate} readOnly={!mayManage} />
    </>
  );
}
