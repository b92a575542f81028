import type { Seat } from '../seating/seat.ts';

/**
 * All texts of the e-mails, in English. Other languages are objects of this shape. Only dates, amounts and the names of
 * payment methods come from elsewhere.
 */
export const english = {
  greeting: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  footer: (organization: string) =>
    `${organization} sends you this because tickets were bought with this address. Replies are not read.`,
  guestFooter: (organization: string) =>
    `${organization} sends you this because a ticket was bought for you. Replies are not read.`,

  when: 'When',
  where: 'Where',
  ticket: 'Ticket',
  name: 'Name',
  seat: 'Seat',
  seatWords: ({ section, row, seat }: Seat) => `${section}, row ${row}, seat ${seat}`,
  ticketHeading: (number: string) => `Ticket ${number}`,
  openTicket: 'Open this ticket',
  openOrder: (quantity: number): string => (quantity === 1 ? 'Open your ticket' : 'Open all your tickets'),
  codeDescription: (number: string) => `QR code of ticket ${number}`,
  was: (now: string, before: string) => `${now || 'not known yet'} (was: ${before || 'not known'})`,

  ticketsSubject: (quantity: number, title: string) =>
    quantity === 1 ? `Your ticket for ${title}` : `Your tickets for ${title}`,
  ticketsIntro: (quantity: number, title: string) =>
    quantity === 1 ? `Here is your ticket for ${title}.` : `Here are your ${quantity} tickets for ${title}.`,
  showAtDoor:
    'Show the code at the door, on your phone or printed. Each code admits one person, once: do not share pictures of it.',
  onlyOnPage: 'There are too many tickets for one e-mail. You find all of them on this page.',

  confirmAttendees:
    'Your guests have not got an e-mail yet. Open the page of your tickets to send each guest their own.',

  newCodeSubject: (title: string) => `New ticket for ${title}`,
  newCodeIntro: (number: string, title: string) =>
    `One of your tickets for ${title} has a new code and the new number ${number}. The old code is no longer valid: please use this one.`,
  newOrderLink: 'The link to all your tickets has changed too. Your other tickets stay the same.',

  refundSubject: (title: string) => `Refund: ${title}`,
  refundIntro: (count: number, numbers: string[], title: string) =>
    count === 1
      ? `Your ticket ${numbers[0]} for ${title} was refunded. It is no longer valid.`
      : `${count} of your tickets for ${title} were refunded and are no longer valid: ${numbers.join(', ')}${count > numbers.length ? ' …' : '.'}`,
  moneyOnItsWay: (amount: string, method: string) =>
    `${amount} is on its way back to you, the way you paid (${method}). When it arrives depends on your bank or wallet.`,

  cancelledSubject: (title: string) => `Cancelled: ${title}`,
  cancelledIntro: (title: string, when: string) => `We are sorry: ${title} on ${when} was cancelled.`,
  cancelledTickets: (count: number) =>
    count === 1 ? 'Your ticket is no longer valid.' : `Your ${count} tickets are no longer valid.`,

  changedSubject: (title: string) => `Changed: ${title}`,
  changedIntro: (title: string) => `${title} has changed since you bought your tickets.`,
  changedTickets: 'Your tickets stay valid. You do not need to do anything.',

  moneyBackSubject: (title: string) => `Your payment for ${title} is on its way back`,
  moneyBackIntro: (title: string) => `We received your payment for ${title}, but could not issue tickets for it.`,

  accountFooter: (organization: string) =>
    `${organization} sells its tickets with Takilya. Replies to this mail are not read.`,

  resetSubject: 'Set a new password',
  resetIntro: 'A new password for the dashboard was requested for your account.',
  resetLink: 'Set a new password',
  resetEnd: (when: string) =>
    `The link works once, until ${when}. If you did not request it, ignore this mail: your password stays the same.`,

  invitationSubject: (organization: string) => `Join ${organization} on Takilya`,
  invitationIntro: (organization: string, role: string) =>
    `You are invited to the dashboard of ${organization}, as ${role}.`,
  invitationLink: 'Accept the invitation',
  invitationEnd: (when: string) =>
    `The link works once, until ${when}. If you did not expect this invitation, ignore this mail.`,
};

export type LetterTexts = typeof english;
