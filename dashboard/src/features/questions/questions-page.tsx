import { Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api, done } from '../../api/client.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { EditButton } from '../../form/edit-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useTierNames } from '../../form/use-tier-names.ts';
import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { EventHeader } from '../events/event-header.tsx';
import { type Event, eventQuery } from '../events/event-queries.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { type Question, questionsQuery } from './question-queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/events/$eventId/questions');

function useColumns(event: Event, onEdit: (question: Question) => void): Column<Question>[] {
  const t = useTexts(texts);
  const tierNames = useTierNames(event.ticket_tiers);
  return [
    { header: t.label, cell: ({ label }) => label },
    { header: t.askedOf, cell: ({ asked_of }) => t.askedOfs[asked_of] },
    { header: t.kind, cell: ({ kind }) => t.kinds[kind] },
    { header: t.required, cell: ({ required }) => (required ? t.required : t.optional) },
    { header: t.tiers, cell: ({ tier_ids: ids }) => (ids === null ? t.allTiers : tierNames(ids)) },
    {
      header: '',
      cell: (question) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <EditButton name={t.edit(question.label)} onClick={() => onEdit(question)} />
          <ConfirmButton
            needs="manage"
            size="compact-sm"
            label={t.remove}
            title={t.removeTitle}
            question={t.removeQuestion(question.label)}
            act={() => done(api.DELETE('/questions/{id}', { params: { path: { id: question.id } } }))}
          />
        </Group>
      ),
    },
  ];
}

export function QuestionsPage() {
  const t = useTexts(texts);
  const { eventId } = route.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const { data } = useSuspenseQuery(questionsQuery(eventId));
  const [edited, setEdited] = useState<Question | 'new' | null>(null);
  const columns = useColumns(event, setEdited);
  return (
    <>
      <EventHeader eventId={eventId} isBeside />
      <PageHeader title={t.title} about={t.about}>
        <GatedButton needs="manage" onClick={() => setEdited('new')}>
          {t.create}
        </GatedButton>
      </PageHeader>
      <DataTable label={t.title} columns={columns} rows={data.questions} keyOf={({ id }) => id} empty={t.none} />
      {edited ? (
        <QuestionDialog
          event={event}
          question={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}
