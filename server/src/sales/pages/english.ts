import { type Html, html } from '../../platform/http/pages/html.ts';

const ticketsAre = (count: number) => (count === 1 ? 'Your ticket is' : `Your ${count} tickets are`);

/**
 * Every sentence of the checkout page in all its states, in English. The other languages are objects of this shape: a
 * sentence that one of them lacks is an error of types. Values arrive formatted for the language.
 */
export const english = {
  titles: {
    open: (event: string) => `Checkout: ${event}`,
    failed: (event: string) => `Payment failed: ${event}`,
  },

  failedHeading: 'Your payment did not go through',
  stillHeld: (tickets: number) =>
    `You were not charged. ${ticketsAre(tickets)} still held: try again, or choose another way to pay.`,
  /** Why an attempt to pay failed; `method` is its name. */
  failures: {
    declined: (method: string) => `${method}: the payment was declined.`,
    refused: () => 'The payment service did not accept this payment. Please choose another way to pay.',
    unanswered: () => 'The payment service did not answer.',
  },

  held: {
    /** `left`: one of the two below. */
    until: (tickets: number, time: Html, left: Html) =>
      html`${ticketsAre(tickets)} held for you until <strong>${time}</strong> (${left}).`,
    untilDay: (tickets: number, time: Html) =>
      html`${ticketsAre(tickets)} held for you until <strong>${time}</strong>.`,
    moments: (tickets: number) => `${ticketsAre(tickets)} held for you for a few more moments.`,
    minutesLeft: (minutes: number) =>
      minutes === 0 ? 'less than a minute left' : `${minutes} minute${minutes === 1 ? '' : 's'} left`,
    /** `clock` is `14:59`. */
    clockLeft: (clock: string) => `${clock} left`,
    over: (tickets: number) => `${ticketsAre(tickets)} not held any more, unless a payment is under way.`,
    lookAgain: 'See what became of your order',
  },

  order: {
    heading: 'Your order',
    each: (price: string) => `${price} each`,
    discount: (code: string | null) => (code === null ? 'Discount' : `Discount (${code})`),
    total: 'Total',
    buyer: (name: string, email: string) => `For ${name}, ${email}`,
  },

  pay: {
    legend: 'How would you like to pay?',
    free: 'There is nothing to pay.',
    pay: (amount: string) => `Pay ${amount}`,
    get: (tickets: number): string => (tickets === 1 ? 'Get my ticket' : 'Get my tickets'),
    chooseOne: 'Please choose one of these ways to pay.',
    /** What a buyer who does not know the method needs to choose it. */
    scanHint: 'Scan with any bank or wallet app',
    transferHint: 'Slower: tickets come once the money arrives',
    noneHeading: 'This cannot be paid online',
    none: (organizer: string, amount: string) =>
      `None of the ways to pay of ${organizer} takes ${amount}. You were not charged. Please ask ${organizer} how to pay.`,
    cancel: 'Cancel and go back',
  },

  promo: {
    label: 'Promo code',
    another: 'Another promo code',
    apply: 'Apply',
  },

  waiting: {
    heading: 'Waiting for your payment',
    /** `method`: its name, where it is known. */
    notYet: (method: string | undefined, tickets: number, until: Html) =>
      html`${method === undefined ? 'Your' : `${method}: your`} money has not arrived yet. ${ticketsAre(tickets)} held until <strong>${until}</strong>.`,
    close: (tickets: number, email: string) =>
      `You can close this page. When the money arrives we mail your ${tickets === 1 ? 'ticket' : 'tickets'} to ${email}; you need not do anything else here.`,
    back: 'Back to the payment page',
  },
  checkAgain: 'Check again',

  confirming: {
    heading: 'Confirming your payment',
    words:
      'The payment service has not confirmed your payment yet. This usually takes a few seconds, and this page looks again by itself. If you have paid, do not pay again.',
    /** Both are links; the first one is there when the payment can still be made. */
    notPaid: (goOn: ((words: string) => Html) | null, choose: (words: string) => Html) =>
      html`Not paid yet? ${goOn && html`${goOn('Go on paying')} or `}${choose(goOn ? 'choose another way to pay' : 'Choose another way to pay')}.`,
  },

  ended: {
    cancelled: 'This event was cancelled',
    released: 'The organizer ended your reservation',
    over: 'Your time to pay is over',
    notHeld: (tickets: number) => `${ticketsAre(tickets)} not held any more.`,
    doNotPay: 'Please do not pay.',
    startAgain: 'To try again, start a new order.',
    paidCancelled: 'Have you already paid? Your money is not lost: all of it is sent back to you.',
    paidLate: (tickets: number) =>
      `Have you already paid? Your money is not lost: you get your ${tickets === 1 ? 'ticket' : 'tickets'} after all, or all of it back.`,
    moneyBackHeading: 'Your money is on its way back',
    moneyBack: (reason: string) => `${reason} All that you paid is sent back to you.`,
    back: 'Go back',
  },

  seats: {
    heading: (seats: number): string => (seats === 1 ? 'Your seat' : 'Your seats'),
    section: 'Section',
    row: (row: string) => `Row ${row}`,
    /** `numbers`: of `run`, with commas. */
    inRow: (seats: number, numbers: string) => `${seats === 1 ? 'seat' : 'seats'} ${numbers}`,
    run: (first: number, last: number) => `${first} to ${last}`,
    front: (row: string | null) => (row === null ? 'Front' : `Front: row ${row}`),
    back: (row: string) => `Back: row ${row}`,
    dots: (seats: number): string => (seats === 1 ? 'The dot is your seat.' : 'The dots are your seats.'),
    /** The picture, for screen readers. */
    picture: (section: string, seats: number, places: string[]) =>
      `Section ${section} from above: ${seats === 1 ? 'your seat is' : 'your seats are'} ${places.join('; ')}`,
    place: (row: number, rows: number, side: 'left' | 'middle' | 'right') =>
      `in row ${row} of ${rows} from the front, ${side === 'middle' ? 'in the middle' : `on the ${side}`}`,
  },
};

export type CheckoutTexts = typeof english;
