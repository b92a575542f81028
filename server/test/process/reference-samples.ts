import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { EXAMPLE_IDS, type ExampleIds } from '../../../docs-site/samples/example-ids.ts';
import { samplesOf } from '../../../docs-site/samples/samples.ts';
import { readApiDocument } from '../../../scripts/api-document.ts';
import { type OpenApi, operationsOf } from '../../../scripts/openapi-document.ts';
import { newId } from '../../src/values/uuid.ts';
import { ourIds, PIXEL } from '../contract/security.ts';
import { must, openTestService, type TestService } from '../fixtures/test-service.ts';

/** The samples are from May 2030, as sample-requests.ts says. */
const TODAY = new Date('2030-04-20T04:00:00.000Z');

/** What the samples of pictures send: picture.png. */
export const PICTURE = PIXEL;

export interface SampleWorld {
  url: string;
  key: string;
  /** The samples in the order in which they can run. */
  samples: ReturnType<typeof samplesOf>;
  document: OpenApi;
  /** Puts an id that exists in the place of each example. */
  withIds: (operationId: string, text: string) => string;
  /** Cursor of a notification that others follow. */
  cursor: string;
  /** Reads lines such as `createEvent 201`. @returns those of samples that did not answer as documented, or at all */
  wrongAnswers: (output: string) => Record<string, string>;
  close: () => Promise<void>;
}

/** The app on a port, with everything that the samples of the reference name. */
export async function openSampleWorld(): Promise<SampleWorld> {
  const [service, document] = await Promise.all([
    openTestService({ environment: { SUBSCRIPTION_WRITES: 'enabled' } }),
    readApiDocument().then((text): OpenApi => JSON.parse(text)),
  ]);
  service.wait((TODAY.getTime() - service.now().getTime()) / 1_000);
  const { ids, own } = await exampleIds(service);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const samples = samplesOf(document);
  const { notifications } = await must(service.ours.get<{ notifications: { cursor: string }[] }>('/notifications'));
  return {
    cursor: notifications[0]?.cursor ?? '',
    url: `http://127.0.0.1:${port}`,
    key: service.ours.key,
    samples,
    document,
    withIds: (operationId, text) =>
      Object.entries({ ...ids, ...own[operationId] }).reduce(
        (changed, [name, id]) => changed.replaceAll(EXAMPLE_IDS[name as keyof ExampleIds], id),
        text,
      ),
    wrongAnswers(output) {
      const answered = new Map([...output.matchAll(/^(\w+) (\d+.*)$/gm)].map(([, name, status]) => [name, status]));
      return Object.fromEntries(
        [...samples.keys()].flatMap((operationId) => {
          const status = answered.get(operationId) ?? 'did not run';
          return documentedStatuses(document, operationId).includes(status) ? [] : [[operationId, status]];
        }),
      );
    },
    close: () => service.close(),
  };
}

/** `createSubscription` is described with its refusal alone: no provider can charge repeatedly yet. */
function documentedStatuses({ paths }: OpenApi, operationId: string): string[] {
  const found = operationsOf(paths).find(({ operation }) => operation.operationId === operationId);
  const statuses = Object.keys(found?.operation.responses ?? {});
  const successes = statuses.filter((status) => status.startsWith('2'));
  return successes.length > 0 ? successes : statuses.filter((status) => status.startsWith('5'));
}

/** One object of each kind, and others for samples that would be in the way of those that come later. */
async function exampleIds(
  service: TestService,
): Promise<{ ids: ExampleIds; own: Record<string, Partial<ExampleIds>> }> {
  const { ours } = service;
  const given = await ourIds(service);
  const event = { id: given.event };
  const vip = await service.addTier(event, { price: 100 });
  const reserved = { event_id: event.id, items: [{ quantity: 1 }], name: 'Mr. Cruz' };
  const [hall, show, soldOut] = [await service.event({ ticket_price: 100 }), await service.draft(), await fullEvent()];
  const rows = [{ label: 'A', seats: 20 }];
  const seated = { eventId: hall.id, tierId: hall.ticket_tiers[0]?.id ?? '' };
  const sections = [{ label: 'Orchestra', tier_ids: [seated.tierId], rows }];
  await must(ours.put(`/events/${hall.id}/seating-plan`, { sections }));
  const hook = { url: 'https://hooks.example/other', events: ['ticket.refunded'] };
  return {
    ids: {
      eventId: given.event,
      tierId: given.tier,
      checkInListId: given.checkInList,
      doorLinkId: given.doorLink,
      questionId: given.question,
      seriesId: given.series,
      waitingListEntryId: given.entry,
      orderId: given.order,
      reservationId: given.reservation,
      refundRequestId: given.refundRequest,
      ticketId: given.ticket,
      passageId: given.passage,
      messageId: given.message,
      promoCodeId: given.promoCode,
      subscriptionTierId: given.plan,
      subscriptionId: given.subscription,
      webhookId: given.webhook,
      webhookDeliveryId: given.delivery,
      checkoutId: given.checkout,
      ticketNumber: given.ticketNumber,
      provider: given.provider,
    },
    own: {
      deleteTier: { tierId: (await service.addTier(event, { name: 'Balcony' })).id },
      ...Object.fromEntries(
        ['listSections', 'getSeatingPlan', 'replaceSeatingPlan', 'listSeats', 'blockSeats', 'unblockSeats'].map(
          (name) => [name, seated],
        ),
      ),
      addDates: { eventId: show.id },
      moveToSeries: { eventId: show.id },
      releaseCheckout: { checkoutId: (await service.hold(event)).checkout_id },
      joinWaitingList: { eventId: soldOut.id },
      refundOrder: await bought(),
      changeOrder: { ...(await bought()), tierId: vip.id },
      approveRefundRequest: await requestedRefund(),
      declineRefundRequest: await requestedRefund(),
      letGoReservation: { reservationId: (await must(ours.post<{ id: string }>('/reservations', reserved))).id },
      checkInByCode: await bought(),
      refundTicket: await bought(),
      deleteWebhook: { webhookId: (await must(ours.post<{ id: string }>('/webhooks', hook))).id },
    },
  };

  async function fullEvent() {
    const full = await service.event({ ticket_price: 100, capacity: 2 });
    await service.hold(full, { quantity: 2 });
    return full;
  }

  async function bought() {
    const { order_id: orderId, ticket_ids } = await service.buy(event);
    const ticketId = ticket_ids[0] ?? '';
    const { ticket_number: ticketNumber } = await must(ours.get<{ ticket_number: string }>(`/tickets/${ticketId}`));
    return { orderId, ticketId, ticketNumber };
  }

  /** Buyers ask on a page. */
  async function requestedRefund() {
    const { orderId, ticketId } = await bought();
    const refundRequestId = newId(service.now());
    await service.db.query(sql`
      insert into refund_requests (organization_id, id, order_id, event_id, ticket_ids, fee_percent, fee_centavos, created_at)
      values (${ours.organizationId}, ${refundRequestId}, ${orderId}, ${event.id}, ${[ticketId]}::uuid[], 10, 0,
        ${service.now()})`);
    return { refundRequestId };
  }
}
