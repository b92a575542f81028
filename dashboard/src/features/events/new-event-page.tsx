import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { useAction } from '../../form/use-action.ts';
import { useDraft } from '../../form/use-draft.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { CopyFromEvent } from './copy-from-event.tsx';
import { EventForm } from './event-form.tsx';
import type { EventBody } from './event-values.ts';
import { texts } from './texts.ts';

export function NewEventPage() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const draft = useDraft('event:new');
  const create = useAction({
    act: (body: EventBody) => dataOf(postOnce('/events', { body })),
    successMessage: t.created,
    onDone: ({ id }) => {
      draft.forget();
      void navigate({ to: '/events/$eventId', params: { eventId: id } });
    },
  });
  return (
    <>
      <PageHeader title={t.create} />
      <CopyFromEvent />
      <EventForm
        submit={t.createSubmit}
        action={create}
        onSubmit={create.mutate}
        readOnly={!useMay('manage')}
        draft={draft}
      />
    </>
  );
}
