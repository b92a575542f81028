import { Stack, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { startTransition, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useTierNames } from '../../form/use-tier-names.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { EventHeader } from '../events/event-header.tsx';
import { type Event, eventQuery } from '../events/event-queries.ts';
import { type Message, messagesQuery } from './message-queries.ts';
import { NewMessage } from './new-message.tsx';
import { texts } from './texts.ts';
import { WrittenText } from './written-text.tsx';

const route = getRouteApi('/inside/events/$eventId/messages');

function useColumns({ ticket_tiers: tiers }: Event): Column<Message>[] {
  const t = useTexts(texts);
  const { keep } = useTexts(formTexts);
  const { number, dateTime } = useFormats();
  const tierNames = useTierNames(tiers);
  const audienceWords = ({ audience }: Message) => {
    const named = audience.tier_ids === null ? [] : [tierNames(audience.tier_ids)];
    const checkedIn = audience.checked_in === null ? [] : [t.checkedIns[audience.checked_in ? 'yes' : 'no']];
    return [...named, ...checkedIn].join(', ') || t.checkedIns.any;
  };
  return [
    { header: t.subject, cell: (message) => <WrittenText message={message} /> },
    { header: t.audience, cell: audienceWords },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.at, unbroken: true, cell: (message) => dateTime(message.send_at) },
    { header: t.sent, numeric: true, cell: ({ sent }) => number(sent) },
    { header: t.waiting, numeric: true, cell: ({ waiting }) => number(waiting) },
    { header: t.failed, numeric: true, cell: ({ failed }) => number(failed) },
    { header: t.leftOut, numeric: true, cell: (message) => number(message.left_out) },
    {
      header: '',
      cell: ({ id, subject, status }) =>
        status === 'scheduled' ? (
          <ConfirmButton
            needs="manage"
            size="compact-sm"
            label={t.cancel}
            title={t.cancelTitle}
            question={t.cancelQuestion(subject)}
            leave={keep}
            act={() => dataOf(api.POST('/messages/{id}/cancel', { params: { path: { id } } }))}
          />
        ) : null,
    },
  ];
}

export function MessagesPage() {
  const t = useTexts(texts);
  const { eventId } = route.useParams();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  return (
    <>
      <EventHeader eventId={eventId} isBeside />
      <PageHeader title={t.title} about={t.about} />
      {useMay('manage') ? <Messages event={event} /> : <EmptyState icon="mail" title={t.notForRole} />}
    </>
  );
}

function Messages({ event }: { event: Event }) {
  const t = useTexts(texts);
  const [page, setPage] = useState(1);
  const { data } = useSuspenseQuery(messagesQuery(event.id, page));
  const columns = useColumns(event);
  return (
    <Stack gap="lg">
      <NewMessage event={event} />
      <Stack gap="xs">
        <Title order={2}>{t.written}</Title>
        <DataTable
          label={t.written}
          columns={columns}
          rows={data.messages}
          keyOf={({ id }) => id}
          empty={t.none}
          minWidth={860}
        />
        <Pager
          meta={data.meta}
          // The page stays, with what is typed above, until the other messages are there.
          onPage={(next) => startTransition(() => setPage(next))}
        />
      </Stack>
    </Stack>
  );
}
