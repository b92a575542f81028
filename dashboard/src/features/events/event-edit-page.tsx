import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, dataOf, done } from '../../api/client.ts';
import { pictureBody } from '../../api/send-picture.ts';
import { PictureField } from '../../form/picture-field.tsx';
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
  const ofEvent = { params: { path: { id: eventId } } };
  const save = useAction({
    act: (body: EventBody) => dataOf(api.PUT('/events/{id}', { ...ofEvent, body })),
    successMessage: t.saved,
  });
  return (
    <>
      <EventHeader eventId={eventId} />
      <Stack maw={800} mb="md">
        <PictureField
          label={t.cover}
          description={t.coverHint}
          url={event.cover_image_url}
          needs="manage"
          maxHeight={200}
          successMessage={t.coverSaved}
          upload={(file) => dataOf(api.POST('/events/{id}/cover', { ...ofEvent, ...pictureBody(file) }))}
          remove={() => done(api.DELETE('/events/{id}/cover', ofEvent))}
        />
      </Stack>
      <EventForm event={event} submit={t.save} action={save} onSubmit={save.mutate} readOnly={!mayManage} />
    </>
  );
}
