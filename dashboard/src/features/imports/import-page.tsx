import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Model } from '../../api/models.ts';
import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { EventHeader } from '../events/event-header.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportForm } from './import-form.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events/$eventId/import');

export function ImportPage() {
  const t = useTexts(texts);
  const { eventId } = route.useParams();
  const [made, setMade] = useState<Model<'Import'>>();
  return (
    <>
      <EventHeader eventId={eventId} isBeside />
      <PageHeader title={t.title} about={t.about} />
      <Stack>
        {made ? (
          <ImportDone eventId={eventId} made={made} onNext={() => setMade(undefined)} />
        ) : (
          <ImportForm eventId={eventId} onDone={setMade} />
        )}
      </Stack>
    </>
  );
}
