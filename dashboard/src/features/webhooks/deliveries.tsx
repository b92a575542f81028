import { Code, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.ts';
import { GatedButton } from '../../form/gated-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { texts } from './texts.ts';
import { type Delivery, deliveriesQuery, PER_PAGE } from './webhook-queries.ts';

const route = getRouteApi('/inside/webhooks/$webhookId');

function useColumns(): Column<Delivery>[] {
  const t = useTexts(texts);
  const { dateTime, number } = useFormats();
  return [
    { header: t.type, cell: ({ type }) => type },
    { header: t.at, unbroken: true, cell: (delivery) => dateTime(delivery.created_at) },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.attempts, numeric: true, cell: ({ attempts }) => number(attempts) },
    { header: t.response, cell: (delivery) => <Attempts delivery={delivery} /> },
    {
      header: t.next,
      unbroken: true,
      cell: (delivery) => (delivery.next_attempt_at ? dateTime(delivery.next_attempt_at) : ''),
    },
    { header: '', cell: (delivery) => <Resend delivery={delivery} /> },
  ];
}

export function Deliveries({ webhookId }: { webhookId: string }) {
  const t = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(deliveriesQuery(webhookId, search));
  const columns = useColumns();
  return (
    <>
      <DataTable
        label={t.deliveries}
        columns={columns}
        rows={data.deliveries}
        keyOf={({ id }) => id}
        empty={t.deliveriesEmpty}
        minWidth={900}
      />
      <Pager meta={data.meta} perPage={PER_PAGE} onPage={(page) => navigate({ search: { page } })} />
    </>
  );
}

/** The receiver's response to each attempt. */
function Attempts({ delivery }: { delivery: Delivery }) {
  const t = useTexts(texts);
  const { dateTime, number } = useFormats();
  if (delivery.attempt_log.length === 0) return delivery.response_status;
  return (
    <details>
      <summary>{delivery.response_status ?? delivery.attempt_log.at(-1)?.error ?? t.log}</summary>
      <Stack gap="xs" mt="xs">
        {delivery.attempt_log.map((attempt) => (
          <div key={attempt.at}>
            <Text size="sm">
              {dateTime(attempt.at)}, {t.took(number(attempt.duration_ms))}: {attempt.response_status ?? attempt.error}
            </Text>
            {attempt.response ? <Code block>{attempt.response}</Code> : null}
          </div>
        ))}
      </Stack>
    </details>
  );
}

function Resend({ delivery }: { delivery: Delivery }) {
  const t = useTexts(texts);
  const send = useAction({
    act: () => dataOf(api.POST('/webhook-deliveries/{id}/redeliver', { params: { path: { id: delivery.id } } })),
    successMessage: t.resent,
    notifyError: true,
  });
  return (
    <GatedButton
      needs="manage"
      variant="default"
      size="compact-sm"
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      {t.resend}
    </GatedButton>
  );
}
