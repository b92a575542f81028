import { Checkbox, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf, done } from '../../api/client.ts';
import { PictureField } from '../../form/picture-field.tsx';
import { useAction } from '../../form/use-action.ts';
import { useDraft } from '../../form/use-draft.ts';
import { useTexts } from '../../language/language.tsx';
import { useProblemWords } from '../../refusals/use-problem-words.ts';
import { useMay } from '../../session/me.ts';
import { DatesReport, isWhole, type SeriesReport } from '../series/dates-report.tsx';
import { saveForAll } from '../series/save-for-all.ts';
import { seriesTexts } from '../series/texts.ts';
import { EventForm } from './event-form.tsx';
import { EventHeader } from './event-header.tsx';
import { eventLabels } from './event-labels.ts';
import { eventQuery } from './event-queries.ts';
import { type EventSave, saveEvent } from './save-event.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events/$eventId/edit');

export function EventEditPage() {
  const t = useTexts(texts);
  const series = useTexts(seriesTexts);
  const wordsOf = useProblemWords();
  const { eventId } = route.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const mayManage = useMay('manage');
  const ofEvent = { params: { path: { id: eventId } } };
  // The series is stored, not a flag: the event may be taken out of it and added to another one.
  const [forAllOf, setForAllOf] = useState<string | null>(null);
  const seriesId = forAllOf === event.series_id ? forAllOf : null;
  const draft = useDraft(`event:${eventId}`);
  const save = useAction({
    act: (form: Pick<EventSave, 'changed' | 'priced'>): Promise<SeriesReport | null> => {
      const withoutPrice = (reason: Error) => new Error(t.savedWithoutPrice(wordsOf(reason)));
      const sent = { eventId, ...form, withoutPrice };
      return seriesId ? saveForAll({ seriesId, ...sent }) : saveEvent(sent).then(() => null);
    },
    successMessage: (report) => (isWhole(report) ? t.saved : undefined),
    onDone: (report) => {
      // Otherwise the input stays, to be sent again to the dates that refused it.
      if (!isWhole(report)) return;
      draft.forget();
      setForAllOf(null);
    },
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
          upload={(file) => dataOf(api.POST('/events/{id}/cover', { ...ofEvent, body: file }))}
          remove={() => done(api.DELETE('/events/{id}/cover', ofEvent))}
        />
      </Stack>
      <EventForm
        event={event}
        submit={t.save}
        action={save}
        onSubmit={(changed, { onSuccess }, priced) =>
          save.mutate({ changed, priced }, { onSuccess: (report) => isWhole(report) && onSuccess() })
        }
        readOnly={!mayManage}
        draft={draft}
      >
        {save.data ? <DatesReport report={save.data} labels={eventLabels(t)} /> : null}
        {event.series_id && mayManage ? (
          <Checkbox
            label={series.forAll}
            description={series.forAllHint}
            checked={seriesId !== null}
            onChange={({ currentTarget: { checked } }) => setForAllOf(checked ? event.series_id : null)}
          />
        ) : null}
      </EventForm>
    </>
  );
}
