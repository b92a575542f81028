import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { checkInListRefusals } from '../check-in-lists/refusals.ts';
import type { Config } from '../config/config.ts';
import { eventRefusals } from '../events/refusals.ts';
import { agreedFrom, ExpectedRefund } from '../orders/schemas.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/callers/caller.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { refundTicket } from '../sales/refund-order.ts';
import { saleRefusals } from '../sales/refusals.ts';
import type { Clock } from '../values/clock.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import type { Uuid } from '../values/uuid.ts';
import { checkInTicket } from './check-in-ticket.ts';
import { getTicket, getTicketTogether } from './queries.ts';
import { doorRefusals, passageRefusals, ticketRefusals } from './refusals.ts';
import { reissueTicket } from './reissue-ticket.ts';
import { scanCode } from './scan-code.ts';
import * as schemas from './schemas.ts';
import type { Ticket } from './ticket.ts';
import { getTicketByCode } from './ticket-by-code.ts';
import { credentialsOf, maySeeCredentials } from './ticket-credentials.ts';
import { getTicketKey } from './ticket-key.ts';
import { undoCheckIn } from './undo-check-in.ts';

interface TicketRoutesOptions {
  config: Config;
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

export const ticketRoutes: FastifyPluginAsyncTypebox<TicketRoutesOptions> = async (app, options) => {
  const { db, clock, publicUrl } = options;
  const { secretsKeys } = options.config;

  async function answer(caller: Caller, ticket: Ticket) {
    if (!maySeeCredentials(caller)) return { data: schemas.ticketJson(visibleTo(caller, ticket), null) };
    const { organizationId } = caller;
    const key = await getTicketKey(db, secretsKeys, organizationId);
    return { data: schemas.ticketJson(ticket, credentialsOf(ticket, { organizationId, key, publicUrl: publicUrl() })) };
  }

  app.get(
    '/tickets/:id',
    {
      config: { access: 'read', refusals: [ticketRefusals.ticket_not_found] },
      schema: {
        operationId: 'getTicket',
        summary: 'Verify a ticket',
        description: 'Only a `valid` ticket is admitted; a `used` one was already scanned.',
        tags: ['Tickets'],
        params: IdParams,
        response: { 200: Data(schemas.TicketJson) },
      },
    },
    async ({ organizationId, caller, params }) =>
      answer(caller, await getTicketTogether(db, organizationId, params.id)),
  );

  app.get(
    '/tickets',
    {
      config: {
        access: ['read', 'door', 'event_door'],
        refusals: [ticketRefusals.ticket_not_found, ticketRefusals.ticket_code_replaced],
      },
      schema: {
        operationId: 'findTicketByCode',
        summary: 'Find the ticket with this number or scanned code',
        description:
          'The number is matched in any case and spacing. A forged code, or one of another organization, is 404; one ' +
          'that was replaced is 409. A door link finds tickets of its event only, without e-mail addresses.',
        tags: ['Tickets'],
        querystring: schemas.CodeQuery,
        response: { 200: Data(schemas.TicketJson) },
      },
    },
    async ({ organizationId, caller, query: { code } }) => {
      const ticket = await getTicketByCode(db, secretsKeys, { organizationId, code });
      if (caller.eventId !== null && ticket.event.id !== caller.eventId) throw ticketRefusals.ticket_not_found();
      return answer(caller, ticket);
    },
  );

  app.post(
    '/tickets/:id/check-in',
    {
      config: { access: 'door', refusals: [ticketRefusals.ticket_not_found, ...Object.values(doorRefusals)] },
      schema: {
        operationId: 'checkInTicket',
        summary: 'Check in a ticket',
        description:
          'Of any number of concurrent scans exactly one succeeds; the others get 409 with the time of the first.',
        tags: ['Tickets'],
        params: IdParams,
        response: { 200: Data(schemas.CheckedInTicketJson) },
      },
    },
    async ({ organizationId, caller: actor, params }) => {
      const now = clock.now();
      const scan = {
        organizationId,
        actor,
        ticketId: params.id,
        nonce: null,
        revision: null,
        admittedAt: now,
        hasAdmitted: false,
        now,
      };
      const ticket = await checkInTicket(db, scan);
      return { data: schemas.checkedInTicketJson(ticket) };
    },
  );

  app.post(
    '/tickets/check-in',
    {
      config: {
        access: ['door', 'event_door'],
        refusals: [
          ticketRefusals.ticket_not_found,
          eventRefusals.event_not_found,
          ticketRefusals.ticket_code_replaced,
          ticketRefusals.ticket_for_another_event,
          ticketRefusals.scanned_in_future,
          ticketRefusals.scanned_too_long_ago,
          checkInListRefusals.check_in_list_not_found,
          ...Object.values(doorRefusals),
          ...Object.values(passageRefusals),
        ],
      },
      schema: {
        operationId: 'checkInByCode',
        summary: 'Check in by ticket number or scanned code',
        description:
          'Like check-in by id. With `list_id` the ticket passes that check-in list instead of the gate, by its rule. ' +
          'Of concurrent scans each is decided by those before it.',
        tags: ['Tickets'],
        body: schemas.ScanBody,
        response: { 200: Data(schemas.PassedTicketJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, body }) => {
      const { code, event_id, list_id, direction, device_nonce: nonce = null, scanned_at } = body;
      const eventId = eventOf(actor, event_id ?? null);
      const listId = listOf(actor, list_id ?? null);
      const scannedAt = scanned_at == null ? null : (parseTimestamp(scanned_at, timeZone) ?? null);
      const passed = await scanCode(db, secretsKeys, {
        organizationId,
        actor,
        code,
        eventId,
        listId,
        direction: direction ?? 'in',
        nonce,
        scannedAt,
        now: clock.now(),
      });
      return { data: schemas.passedTicketJson(passed) };
    },
  );

  app.post(
    '/tickets/:id/undo-check-in',
    {
      config: {
        access: ['door', 'event_door'],
        refusals: [
          ticketRefusals.ticket_not_found,
          ticketRefusals.ticket_not_used,
          ticketRefusals.checked_in_again,
          ticketRefusals.passage_not_last,
          ticketRefusals.event_cancelled,
        ],
      },
      schema: {
        operationId: 'undoCheckIn',
        summary: 'Undo a check-in',
        description:
          'The ticket is valid again, and what it did at the gate since is undone, too. Of two concurrent calls one ' +
          'succeeds. A ticket that is not used is 409.',
        tags: ['Tickets'],
        params: IdParams,
        querystring: schemas.UndoQuery,
        response: { 200: Data(schemas.TicketJson) },
      },
    },
    async ({ organizationId, caller: actor, params: { id: ticketId }, query: { device_nonce: nonce = null } }) => {
      const { listId, eventId: onlyEventId } = actor;
      if (listId !== null) throw ticketRefusals.ticket_not_found();
      const undo = { organizationId, actor, ticketId, nonce, onlyEventId, now: clock.now() };
      return answer(actor, await undoCheckIn(db, undo));
    },
  );

  app.post(
    '/tickets/:id/reissue',
    {
      config: { access: 'manage', refusals: [ticketRefusals.ticket_not_found, ticketRefusals.ticket_not_reissuable] },
      schema: {
        operationId: 'reissueTicket',
        summary: 'Give a ticket a new number, code and link, and send them; the old ones stop working',
        description:
          'The old number, code and link stop working at once. If the ticket names another attendee, the buyer ' +
          'gets a new link to the order as well.',
        tags: ['Tickets'],
        params: IdParams,
        response: { 200: Data(schemas.TicketJson) },
      },
    },
    async ({ organizationId, caller: actor, params }) =>
      answer(actor, await reissueTicket(db, { organizationId, actor, ticketId: params.id, now: clock.now() })),
  );

  app.post(
    '/tickets/:id/refund',
    {
      config: {
        access: 'manage',
        bodyOptional: true,
        refusals: [
          ticketRefusals.ticket_not_found,
          saleRefusals.ticket_not_refundable,
          saleRefusals.refund_amount_changed,
        ],
      },
      schema: {
        operationId: 'refundTicket',
        summary: 'Refund one ticket; its place is free again at once',
        description: 'Valid and used tickets can be refunded; the money follows in the background.',
        tags: ['Tickets'],
        params: IdParams,
        body: ExpectedRefund,
        response: { 200: Data(schemas.RefundedTicketJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }) => {
      const agreedCentavos = agreedFrom(body);
      await refundTicket(db, { organizationId, actor, ticketId: params.id, agreedCentavos, now: clock.now() });
      return { data: schemas.refundedTicketJson(await getTicket(db, organizationId, params.id)) };
    },
  );

  app.get(
    '/ticket-keys',
    {
      config: { access: ['read', 'door'] },
      schema: {
        operationId: 'listTicketKeys',
        summary: 'Read the public keys that verify QR codes offline',
        description:
          'With these keys and the revisions from the attendees, a scanner verifies codes without a network.',
        tags: ['Tickets'],
        response: { 200: Data(schemas.TicketKeysJson) },
      },
    },
    async ({ organizationId }) => ({
      data: schemas.ticketKeysJson(await getTicketKey(db, secretsKeys, organizationId)),
    }),
  );
};

/** A door link is passed from hand to hand: its holder does not see addresses of buyers. */
const visibleTo = ({ kind }: Caller, ticket: Ticket): Ticket =>
  kind === 'door_link'
    ? { ...ticket, customer: { ...ticket.customer, email: '' }, attendee: { ...ticket.attendee, email: null } }
    : ticket;

/** The event of a scan: that of the door link, if the caller has one. @throws Refusal 404 for any other */
function eventOf({ eventId }: Caller, named: Uuid | null): Uuid | null {
  if (eventId !== null && named !== null && named !== eventId) throw eventRefusals.event_not_found();
  return eventId ?? named;
}

/** The list of a scan: that of the door link, if it is for one. @throws Refusal 404 for any other */
function listOf({ listId }: Caller, named: Uuid | null): Uuid | null {
  if (listId !== null && named !== null && named !== listId) throw checkInListRefusals.check_in_list_not_found();
  return listId ?? named;
}
