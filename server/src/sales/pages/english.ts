import { type Html, html } from '../../platform/http/pages/html.ts';

const ticketsAre = (count: number) => (count === 1 ? 'Your ticket is' : `Your ${count} tickets are`);

/**
 * Every text of the checkout page in all its states, in English. The other languages are objects of this type, so a
 * missing text is a type error. Values are passed in formatted for the language.
 */
export const english = {
  titles: {
    open: (event: string) => `Checkout: ${event}`,
    failed: (event: string) => `Payment failed: ${event}`,
  },

  failedHeading: 'Your payment did not go through',
  stillHeld: (tickets: number) =>
    `You were not charged. ${ticketsAre(tickets)} still held: try again, or choose another payment method.`,
  /** Why a payment failed; `method` is the name of the payment method. */
  failures: {
    declined: (method: string) => `${method}: the payment was declined.`,
    refused: () => 'The payment service did not accept this payment. Please choose another payment method.',
    unanswered: () => 'The payment service did not answer.',
  },

  held: {
    /** `left` is `minutesLeft` or `clockLeft`. */
    until: (tickets: number, time: Html, left: Html) =>
      html`${ticketsAre(tickets)} held for you until <strong>${time}</strong> (${left}).`,
    untilDay: (tickets: number, time: Html) =>
      html`${ticketsAre(tickets)} held for you until <strong>${time}</strong>.`,
    moments: (tickets: number) => `${ticketsAre(tickets)} held for you for a few more moments.`,
    minutesLeft: (minutes: number) =>
      minutes === 0 ? 'less than a minute left' : `${minutes} minute${minutes === 1 ? '' : 's'} left`,
    /** `clock` is `14:59`. */
    clockLeft: (clock: string) => `${clock} left`,
    over: (tickets: number) => `${ticketsAre(tickets)} no longer held, unless a payment is in progress.`,
    lookAgain: 'Check your order',
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
    chooseOne: 'Please choose a payment method.',
    /** Hints for buyers who do not know the payment method. */
    scanHint: 'Scan with any bank or wallet app',
    transferHint: 'Slower: tickets come once the money arrives',
    noneHeading: 'This cannot be paid online',
    none: (organizer: string, amount: string) =>
      `${organizer} has no payment method that accepts ${amount}. You were not charged. Please ask ${organizer} how to pay.`,
  },

  promo: {
    label: 'Promo code',
    another: 'Another promo code',
    apply: 'Apply',
  },

  waiting: {
    heading: 'Waiting for your payment',
    /** `method` is the name of the payment method, if known. */
    notYet: (method: string | undefined, tickets: number, until: Html) =>
      html`${method === undefined ? 'Your' : `${method}: your`} money has not arrived yet. ${ticketsAre(tickets)} held until <strong>${until}</strong>.`,
    close: (tickets: number, email: string) =>
      `You can close this page. When the money arrives, we will e-mail your ${tickets === 1 ? 'ticket' : 'tickets'} to ${email}. You do not need to do anything else here.`,
    back: 'Back to the payment page',
  },
  checkAgain: 'Check again',

  confirming: {
    heading: 'Confirming your payment',
    explanation:
      'The payment service has not confirmed your payment yet. This usually takes a few seconds, and this page checks again automatically. If you have paid, do not pay again.',
    /** Both are links. `goOn` is null when the payment can no longer be made. */
    notPaid: (goOn: ((text: string) => Html) | null, choose: (text: string) => Html) =>
      html`Not paid yet? ${goOn && html`${goOn('Continue paying')} or `}${choose(goOn ? 'choose another payment method' : 'Choose another payment method')}.`,
  },

  ended: {
    cancelled: 'This event was cancelled',
    released: 'The organizer ended your reservation',
    over: 'Your time to pay is over',
    notHeld: (tickets: number) => `${ticketsAre(tickets)} no longer held.`,
    doNotPay: 'Please do not pay.',
    startAgain: 'To try again, start a new order.',
    paidCancelled: 'Have you already paid? Your money is not lost: you will get a full refund.',
    paidLate: (tickets: number) =>
      `Have you already paid? Your money is not lost: you get your ${tickets === 1 ? 'ticket' : 'tickets'} after all, or a full refund.`,
    moneyBackHeading: 'Your refund is on its way',
    moneyBack: (reason: string) => `${reason} You will get a full refund.`,
    back: 'Go back',
  },

  seats: {
    heading: (seats: number): string => (seats === 1 ? 'Your seat' : 'Your seats'),
    section: 'Section',
    row: (row: string) => `Row ${row}`,
    /** `numbers` are seats and results of `run`, separated by commas. */
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
