import { Group, List, Text, Textarea, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { startTransition, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { eventChoicesQuery } from '../events/event-queries.ts';
import { useEventName } from '../events/use-event-name.tsx';
import { orderQuery, REQUESTS_PER_PAGE, type RequestsFilter, refundRequestsQuery } from './order-queries.ts';
import { seatOf } from './seat-of.ts';
import { isTakenByHand } from './taken-by-hand.ts';
import { texts } from './texts.ts';

type Request = Model<'RequestedRefund'>;

/** The limit of the API. */
const MAX_REASON_LENGTH = 1_000;

/** Refunds that buyers asked for, with the buttons that decide them. Nothing is shown when there are none. */
export function RefundRequests({ filter }: { filter: RequestsFilter }) {
  const t = useTexts(texts);
  const { pesos, number, dateTime } = useFormats();
  // The requests of one order are on its page, which names the event.
  const { data: events = [] } = useQuery({ ...eventChoicesQuery, enabled: !('order_id' in filter) });
  const eventName = useEventName(events);
  const [page, setPage] = useState(1);
  const { data } = useSuspenseQuery(refundRequestsQuery(filter, page));
  const [deciding, setDeciding] = useState<{ request: Request; approves: boolean } | null>(null);
  const columns: Column<Request>[] = [
    {
      header: t.orderNumber,
      unbroken: true,
      cell: (request) => (
        <>
          <TextLink to="/orders/$orderId" params={{ orderId: request.order_id }}>
            {request.order_number}
          </TextLink>
          <Text size="sm" fw={400} c="dimmed" style={{ whiteSpace: 'normal' }}>
            {dateTime(request.created_at)}
          </Text>
        </>
      ),
    },
    { header: t.buyer, cell: ({ customer }) => customer.name },
    { header: t.event, cell: ({ event }) => eventName(event) },
    {
      header: t.tickets,
      cell: ({ tickets }) =>
        [...Map.groupBy(tickets, ({ tier }) => tier)]
          .map(([tier, ofTier]) => `${number(ofTier.length)} × ${tier}`)
          .join(', '),
    },
    { header: t.fee, cell: (request) => t.feeOf(request.fee_percent, pesos(request.fee_fixed), request.fee_fixed > 0) },
    {
      header: t.refundAmount,
      numeric: true,
      cell: ({ refund_amount: amount }) => (amount === null ? '' : pesos(amount)),
    },
    ...('status' in filter
      ? []
      : [{ header: t.status, cell: ({ status }: Request) => <StatusBadge status={status} /> }]),
    {
      header: '',
      cell: (request) =>
        request.status === 'pending' ? (
          <Group gap="xs">
            <GatedButton needs="manage" size="xs" onClick={() => setDeciding({ request, approves: true })}>
              {t.approve}
            </GatedButton>
            <GatedButton
              needs="manage"
              size="xs"
              variant="default"
              onClick={() => setDeciding({ request, approves: false })}
            >
              {t.decline}
            </GatedButton>
          </Group>
        ) : (
          ''
        ),
    },
  ];
  if (data.refund_requests.length === 0) return null;
  return (
    <>
      <Title order={2}>{t.refundRequests}</Title>
      <DataTable label={t.refundRequests} columns={columns} rows={data.refund_requests} keyOf={({ id }) => id} />
      {data.meta.total > REQUESTS_PER_PAGE ? (
        <Pager
          label={t.requestPages}
          meta={data.meta}
          // The rows stay until the others are there.
          onPage={(next) => startTransition(() => setPage(next))}
        />
      ) : null}
      {deciding ? (
        <Decide
          approves={deciding.approves}
          // As it is now, until it is decided.
          request={data.refund_requests.find(({ id }) => id === deciding.request.id) ?? deciding.request}
          onClose={() => setDeciding(null)}
        />
      ) : null}
    </>
  );
}

interface DecideProps {
  request: Request;
  approves: boolean;
  onClose: () => void;
}

/** Asks first: neither can be taken back, and the buyer is told at once. */
function Decide({ request, approves, onClose }: DecideProps) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  const [reason, setReason] = useState('');
  const { data: order } = useQuery(orderQuery(request.order_id));
  // Until the order is there, the words are those that are true of every order.
  const isByHand = order === undefined || isTakenByHand(order);
  const params = { path: { id: request.id } };
  const decide = useAction({
    act: () =>
      dataOf(
        approves
          ? api.POST('/refund-requests/{id}/approve', { params, body: { amount: request.refund_amount } })
          : api.POST('/refund-requests/{id}/decline', { params, body: { reason: reason.trim() || null } }),
      ),
    successMessage: approves
      ? isByHand || request.refund_amount === 0
        ? t.refundNoted
        : t.refundDone
      : t.requestDeclined,
    onDone: onClose,
  });
  const { name } = request.customer;
  return (
    <DialogForm
      onClose={onClose}
      title={approves ? t.approveTitle(name) : t.declineTitle(name)}
      onSubmit={() => decide.mutate()}
      action={decide}
      labels={{ reason: t.declineReason }}
      submit={approves ? t.approveSubmit(pesos(request.refund_amount ?? 0)) : t.declineSubmit}
      danger
    >
      <Text size="sm">{approves ? t.refundHint : t.declineHint}</Text>
      {approves && isByHand ? <Text size="sm">{t.refundByHand}</Text> : null}
      <List size="sm">
        {request.tickets.map(({ id, ticket_number: ticketNumber, tier, attendee }) => {
          const seat = seatOf(order?.tickets.find((ticket) => ticket.id === id) ?? {});
          return (
            <List.Item key={id}>{`${ticketNumber}: ${[tier, seat, attendee].filter(Boolean).join(', ')}`}</List.Item>
          );
        })}
      </List>
      {approves ? null : (
        <Textarea
          label={t.declineReason}
          description={t.declineReasonHint}
          maxLength={MAX_REASON_LENGTH}
          autosize
          minRows={2}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      )}
    </DialogForm>
  );
}
