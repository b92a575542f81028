import { Allowances } from '../../platform/work/allowances.ts';
import { type DueMail, ENTRY_MAIL_KINDS } from '../mail.ts';
import { mailboxOf } from './mailbox.ts';

/**
 * Mails to one address that anybody can cause for nothing: a stranger must not be able to fill a mailbox with orders in
 * its owner's name. A buyer of many orders, or a box office that enters its own address, gets the rest a few minutes
 * later. Mails about an account and messages are counted apart: orders never delay a link for a new password, nor
 * messages a ticket.
 */
const TO_ADDRESS = { most: 20, everySeconds: 180, names: 20_000 };
/**
 * Mails of one organization that their recipient paid for or waits for, when those above are used up: strangers with
 * free orders in a buyer's name do not delay the buyer's tickets, nor an offer that is good for half a day. Each
 * organization has its own, because one can cause as many as it likes: its own prices, entries and offers.
 */
const AWAITED = { most: 20, everySeconds: 180, names: 20_000 };
/**
 * Those of all organizations to one address: more than one organization can send to a mailbox (payments, offers and
 * links: 60 at once, then one a minute), so that several have to act together before another's wait.
 */
const AWAITED_OF_ALL = { most: 80, everySeconds: 45, names: 20_000 };
/**
 * Mails of one organization: more than an on-sale of 20,000 orders sends in an hour, and few enough that one
 * organization cannot use up what the operator's mail provider allows all. Here, too, accounts and messages are counted
 * apart.
 */
const OF_ORGANIZATION = { most: 20_000, everySeconds: 0.18, names: 10_000 };

/** Whether the mail is to the buyer of an order that was paid through a provider. */
type IsToPayingBuyer = (mail: DueMail) => Promise<boolean>;

/** What a mail uses one of. It waits until each has one left. */
type Used = readonly (readonly [allowances: Allowances, name: string])[];

/** The limits of mails, in the memory of this process. */
export class MailLimits {
  readonly #toAddress = new Allowances(TO_ADDRESS);
  readonly #awaited = new Allowances(AWAITED);
  readonly #awaitedOfAll = new Allowances(AWAITED_OF_ALL);
  readonly #ofOrganization = new Allowances(OF_ORGANIZATION);
  readonly #isToPayingBuyer: IsToPayingBuyer;

  constructor(isToPayingBuyer: IsToPayingBuyer) {
    this.#isToPayingBuyer = isToPayingBuyer;
  }

  /** @returns 0 if the mail may be sent, or how long until it may */
  async waitSeconds(mail: DueMail, now: Date): Promise<number> {
    return waitOf(await this.#used(mail, now), now);
  }

  /** Uses one for the mail, if one is left. @returns 0, or how long until there is one */
  async use(mail: DueMail, now: Date): Promise<number> {
    const used = await this.#used(mail, now);
    // Nothing is awaited from here on, so no other mail uses the same one.
    const waitSeconds = waitOf(used, now);
    if (waitSeconds === 0) for (const [allowances, name] of used) allowances.use(name, now);
    return waitSeconds;
  }

  /** What anybody's mail uses; when that is used up and the mail is an awaited one, what is left for these. */
  async #used(mail: DueMail, now: Date): Promise<Used> {
    const { organizationId } = mail;
    const address = mailboxOf(mail.recipient);
    const lane = laneOf(mail);
    const sender = [this.#ofOrganization, `${lane} ${organizationId}`] as const;
    const anyones = [[this.#toAddress, `${lane} ${address}`], sender] as const;
    if (waitOf(anyones, now) === 0) return anyones;
    const reason = await this.#reasonToAwait(mail);
    if (reason === null) return anyones;
    const own = [this.#awaited, `${reason} ${organizationId} ${address}`] as const;
    const awaited = [own, [this.#awaitedOfAll, address], sender] as const;
    return waitOf(awaited, now) < waitOf(anyones, now) ? awaited : anyones;
  }

  /** Why the recipient waits for the mail; null: others may have caused it. */
  async #reasonToAwait(mail: DueMail): Promise<'payment' | 'offer' | 'link' | null> {
    if (mail.kind === 'waiting_list_offer') return 'offer';
    // Searches of an address and resets of a password have limits of their own.
    if (mail.kind === 'order_links' || mail.kind === 'password_reset') return 'link';
    if (mail.kind === 'money_back') return 'payment';
    if (mail.kind === 'message' || mail.orderId === null) return null;
    return (await this.#isToPayingBuyer(mail)) ? 'payment' : null;
  }
}

const waitOf = (used: Used, now: Date): number =>
  Math.max(...used.map(([allowances, name]) => allowances.waitSeconds(name, now)));

/** The lane in which a mail is counted. */
function laneOf({ kind, orderId, checkoutId }: DueMail): 'messages' | 'accounts' | 'orders' {
  if (kind === 'message' || kind === 'message_test') return 'messages';
  if (ENTRY_MAIL_KINDS.includes(kind)) return 'orders';
  return orderId === null && checkoutId === null ? 'accounts' : 'orders';
}
