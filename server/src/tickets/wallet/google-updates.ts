import type { Config } from '../../config/config.ts';
import type { GoogleWallet } from '../../config/google-wallet-settings.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../values/clock.ts';
import { readPrintedOrder } from '../documents/read-printed-order.ts';
import { GoogleClient } from './google-client.ts';
import { ALL_CONTENT, googleEvent, googleEventId, googleTicket, googleTicketId } from './google-content.ts';
import type { PassOfTicket } from './pass-serial.ts';
import type { ClaimedPush } from './push-queries.ts';
import { findCurrentPass, findEventOnPasses } from './queries.ts';
import type { WalletService } from './wallet-service.ts';

/** Google allows 20 requests a second, and answers each in a fifth of one. */
const MAX_IN_PROGRESS = 4;
const API = '/walletobjects/v1';
/** The state that makes Google move a ticket to the past ones. */
const VOID = { state: 'INACTIVE' };

interface Parts {
  config: Pick<Config, 'googleWalletUrl' | 'googleTokenUrl' | 'secretsKeys'>;
  google: GoogleWallet;
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

/**
 * Sends Google what changed about tickets that were saved in Google Wallet. What all tickets of an event share is sent
 * once, with the event.
 */
export class GoogleUpdates implements WalletService {
  readonly wallet = 'google';
  readonly maxInProgress = MAX_IN_PROGRESS;
  readonly #parts: Parts;
  readonly #client: GoogleClient;

  constructor(parts: Parts) {
    const { config, google, clock } = parts;
    this.#parts = parts;
    this.#client = new GoogleClient({
      account: google,
      url: config.googleWalletUrl,
      tokenUrl: config.googleTokenUrl,
      clock,
    });
  }

  /** @returns true: Google does not say when a ticket was removed from a phone */
  async push({ ticketId, revision, ...change }: ClaimedPush): Promise<boolean> {
    if (ticketId === null || revision === null) await this.#pushEvent(change);
    else await this.#pushTicket({ organizationId: change.organizationId, ticketId, revision });
    return true;
  }

  close(): void {
    this.#client.close();
  }

  async #pushEvent({ organizationId, eventId }: Pick<ClaimedPush, 'organizationId' | 'eventId'>): Promise<void> {
    const { db, google } = this.#parts;
    const event = await findEventOnPasses(db, organizationId, eventId);
    if (!event) return;
    // Without a venue the earlier one is taken off. Phones show a message when the time or place is another one.
    const changes = { venue: null, ...googleEvent(event, ALL_CONTENT), notifyPreference: 'NOTIFY_ON_UPDATE' };
    await this.#client.patch(
      `${API}/eventTicketClass/${googleEventId(google.issuerId, organizationId, eventId)}`,
      changes,
    );
  }

  async #pushTicket(pass: PassOfTicket): Promise<void> {
    const { issuerId } = this.#parts.google;
    await this.#client.patch(`${API}/eventTicketObject/${googleTicketId(issuerId, pass)}`, await this.#contentOf(pass));
  }

  /**
   * A ticket with a new code is another one to Google: who saved the old one learns nothing of the new code or holder.
   */
  async #contentOf(pass: PassOfTicket): Promise<object> {
    const { db, config, publicUrl } = this.#parts;
    const { organizationId, ticketId, revision } = pass;
    const current = await findCurrentPass(db, pass);
    if (current?.revision !== revision) return VOID;
    const order = await readPrintedOrder(
      db,
      { organizationId, orderId: current.orderId, ticketIds: [ticketId] },
      { secretsKeys: config.secretsKeys, publicUrl: publicUrl() },
    );
    const [ticket] = order.tickets;
    if (!ticket || ticket.code === null || order.event.status === 'cancelled') return VOID;
    // Without a seat the earlier one is taken off.
    return { seatInfo: null, ...googleTicket({ ...ticket, code: ticket.code }, order.language, ALL_CONTENT) };
  }
}
