import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { sendDocument } from '../../platform/http/pages/page.ts';
import type { Clock } from '../../values/clock.ts';
import { hasCode } from '../documents/printed-order.ts';
import type { TicketPrinter } from '../documents/ticket-printer.ts';
import { ticketRefusals } from '../refusals.ts';
import { getTicketKey } from '../ticket-key.ts';
import { googleLink } from '../wallet/google-link.ts';
import { passFacts } from '../wallet/pass-facts.ts';
import { recordPress } from '../wallet/record-press.ts';
import { getLinkedTicket, inPageLanguage } from './linked-pages.ts';

interface WalletOptions {
  config: Config;
  db: Database;
  clock: Clock;
  printer: TicketPrinter;
  publicUrl: () => string;
}

interface TicketRoute {
  Params: { secret: string };
}

/** Passes for the wallets that the operator has set up. A ticket that is no longer valid has a pass that says so. */
export function walletPages(app: FastifyInstance, options: WalletOptions) {
  const { config, db, clock, printer } = options;
  const { applePasses: signing, googleWallet } = config;
  if (signing)
    app.get<TicketRoute>('/t/:secret/pass.pkpass', async (request, reply) => {
      const { order, ticket } = await getLinkedTicket(options, request);
      const { organizationId } = order;
      const { walletKey } = await getTicketKey(db, config.secretsKeys, organizationId);
      const pass = { organizationId, ticketId: ticket.id, revision: ticket.revision };
      const facts = passFacts({ signing, publicUrl: options.publicUrl(), walletKey }, pass, { isReplaced: false });
      const file = await printer.makePass(inPageLanguage(request, order), facts);
      return sendDocument(reply, `ticket-${ticket.number}.pkpass`, file);
    });

  // The page links here, and not to Google: a press is recorded, and ten signed links would be twice the size of the
  // page.
  if (googleWallet)
    app.get<TicketRoute>('/t/:secret/google-wallet', async (request, reply) => {
      const { order, ticket } = await getLinkedTicket(options, request);
      if (!hasCode(ticket, order.event)) throw ticketRefusals.ticket_not_printed({ status: ticket.status });
      const { id: ticketId, revision } = ticket;
      const now = clock.now();
      await recordPress(db, { organizationId: order.organizationId, eventId: order.event.id, ticketId, revision }, now);
      const link = googleLink(googleWallet, inPageLanguage(request, order), ticket, now);
      return reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }).redirect(link, 302);
    });
}
