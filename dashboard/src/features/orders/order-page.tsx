import { Anchor, DataList, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { GatedButton } from '../../form/gated-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { useCanBeScanned } from '../check-in/can-be-scanned.ts';
import { eventQuery } from '../events/event-queries.ts';
import { BuyerDataButtons } from '../privacy/buyer-data-buttons.tsx';
import { texts as privacyTexts } from '../privacy/texts.ts';
import { OrderAnswers } from '../questions/order-answers.tsx';
import { BuyerDialog } from './buyer-dialog.tsx';
import { methodWords } from './method-words.ts';
import { type Order, orderQuery } from './order-queries.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundRequests } from './refund-requests.tsx';
import { seatOf } from './seat-of.ts';
import { texts } from './texts.ts';

/** Loaded with its texts when it is opened. */
const ChangePlacesDialog = lazy(async () => ({
  default: (await import('./change-places-dialog.tsx')).ChangePlacesDialog,
}));

const route = getRouteApi('/inside/orders/$orderId');

export function OrderPage() {
  const t = useTexts(texts);
  const privacy = useTexts(privacyTexts);
  const { orderId } = route.useParams();
  const { data: order } = useSuspenseQuery(orderQuery(orderId));
  const { data: event } = useQuery(eventQuery(order.event.id));
  const [refunding, { open, close }] = useDisclosure();
  const [changing, change] = useDisclosure();
  const [correcting, correct] = useDisclosure();
  const resend = useAction({
    act: () => dataOf(postOnce('/orders/{id}/resend', { params: { path: { id: orderId } } })),
    successMessage: t.resent,
    notifyError: true,
  });
  const tickets = order.tickets.map(({ status }) => ({ eventId: order.event.id, status }));
  const canBeScanned = useCanBeScanned(tickets);
  const isSendable = canBeScanned !== null && tickets.some(canBeScanned);
  const hasValid = order.tickets.some(({ status }) => status === 'valid');
  const isOver = event?.status === 'cancelled' || event?.status === 'completed';
  return (
    <Stack>
      <PageHeader title={t.order(order.customer.name)} about={<StatusBadge status={order.status} />}>
        {isSendable ? (
          <GatedButton needs="hand_out" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            {t.resend}
          </GatedButton>
        ) : null}
        {hasValid && !isOver ? (
          <GatedButton needs="box_office" variant="default" onClick={change.open}>
            {t.changePlaces}
          </GatedButton>
        ) : null}
        {order.status === 'refunded' ? null : (
          <GatedButton needs="manage" color="red" onClick={open}>
            {t.refund}
          </GatedButton>
        )}
      </PageHeader>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Paper withBorder p="md">
          <Facts order={order} />
          <GatedButton needs="manage" variant="default" size="compact-sm" mt="md" onClick={correct.open}>
            {t.correctBuyer}
          </GatedButton>
        </Paper>
        <Paper withBorder p="md">
          <OrderTimeline order={order} />
        </Paper>
      </SimpleGrid>
      <Title order={2}>{t.tickets}</Title>
      <DataTable
        label={t.tickets}
        rows={order.tickets}
        keyOf={({ id }) => id}
        columns={[
          { header: t.number, unbroken: true, cell: (ticket) => ticket.ticket_number },
          ...(order.tickets.some(({ attendee }) => attendee?.name)
            ? [{ header: t.attendee, cell: ({ attendee }: Order['tickets'][number]) => attendee?.name ?? '' }]
            : []),
          { header: t.tier, cell: ({ tier }) => tier.name },
          { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
          { header: t.seat, cell: seatOf },
        ]}
      />
      <OrderAnswers order={order} />
      <RefundRequests filter={{ order_id: orderId }} />
      <Title order={2}>{privacy.personalData}</Title>
      <BuyerDataButtons email={order.customer.email} />
      {refunding ? <RefundDialog order={order} onClose={close} /> : null}
      {correcting ? <BuyerDialog order={order} onClose={correct.close} /> : null}
      {changing ? (
        <Suspense>
          <ChangePlacesDialog order={order} onClose={change.close} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

function Facts({ order }: { order: Order }) {
  const t = useTexts(texts);
  const { pesos, dateTime } = useFormats();
  const { data: event } = useQuery(eventQuery(order.event.id));
  const facts = {
    [t.event]: (
      <>
        <TextLink to="/events/$eventId" params={{ eventId: order.event.id }}>
          {order.event.title}
        </TextLink>
        {event ? (
          <Text size="sm" c="dimmed">
            {dateTime(event.start_datetime)}
          </Text>
        ) : null}
      </>
    ),
    [t.orderNumber]: order.order_number,
    [t.email]: order.customer.email,
    [t.phone]: order.customer.phone ?? '–',
    [t.items]: order.items.map((item) => (
      <div key={`${item.tier_id} ${item.section_id} ${item.unit_price}`}>
        {t.item(item.quantity, item.tier_name, pesos(item.subtotal))}
      </div>
    )),
    [t.subtotal]: pesos(order.subtotal),
    [t.discount]: pesos(order.discount),
    ...(order.promo_code && { [t.promoCode]: order.promo_code }),
    [t.total]: pesos(order.total_amount),
    [t.refunded]: pesos(order.refunded_amount),
    [t.method]: methodWords(t, order.payment_method),
    [t.paidAt]: dateTime(order.paid_at),
    ...(order.reference && { [t.reference]: order.reference }),
    ...(order.note && { [t.note]: order.note }),
    // The link admits, so only members who may send tickets again see it.
    ...(order.tickets_url && {
      [t.tickets]: (
        <Anchor inherit href={order.tickets_url} target="_blank" rel="noreferrer">
          {t.ticketsPage}
        </Anchor>
      ),
    }),
  };
  return (
    <DataList>
      {Object.entries(facts).map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}
