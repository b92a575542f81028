import type { Role } from '../accounts/roles.ts';
import type { SecurityChange } from '../mail/mail.ts';
import type { Seat } from '../seating/seat.ts';
import { OFFER_HOURS } from '../waiting-list/entry.ts';
import { type Notice, ofOrganization, ofPerson, PROVIDERS } from './notice.ts';

const replies = (organization: string, isAnswered: boolean) =>
  isAnswered ? `Replies go to ${organization}.` : 'Replies are not read.';

const ROLES: Record<Role, string> = {
  owner: 'owner',
  manager: 'manager',
  cashier: 'cashier',
  door: 'volunteer at the door',
  viewer: 'viewer',
};

/**
 * All texts of the e-mails, in English. Other languages are objects of this shape. Only dates, amounts and the names of
 * payment methods come from elsewhere.
 */
export const english = {
  greeting: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
  /** `isAnswered`: the organizer reads replies. */
  footer: (organization: string, isAnswered: boolean) =>
    `${organization} sends you this because tickets were bought with this address. ${replies(organization, isAnswered)}`,
  guestFooter: (organization: string, isAnswered: boolean) =>
    `${organization} sends you this because a ticket was bought for you. ${replies(organization, isAnswered)}`,

  questions: 'Questions?',
  askAt: 'Contact',
  refunds: 'Refunds',
  terms: 'Terms',

  testSubject: (subject: string) => `Test: ${subject}`,
  test: 'This is a test: no money is taken, and the tickets admit nobody.',

  when: 'When',
  where: 'Where',
  order: 'Order',
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
  allPassedOn: (title: string) =>
    `All valid tickets of your order for ${title} were passed on: their holders have them.`,
  checkedIn: (quantity: number, title: string) =>
    quantity === 1
      ? `Your ticket for ${title} was already checked in.`
      : `Your tickets for ${title} were already checked in.`,
  showAtDoor:
    'Show the code at the door, on your phone or printed. Each code admits one person, once: do not share pictures of it.',
  addOnAtDoor: 'The code of an add-on admits nobody: show it together with the ticket that admits.',
  onlyOnPage: 'There are too many tickets for one e-mail. You find all of them on this page.',

  confirmAttendees:
    'Your guests have not got an e-mail yet. Open the page of your tickets to send each guest their own.',

  newCodeSubject: (title: string) => `New ticket for ${title}`,
  newCodeIntro: (number: string, title: string) =>
    `One of your tickets for ${title} has a new code and the new number ${number}. The old code is no longer valid: please use this one.`,
  newOrderLink: 'The link to all your tickets has changed too. Your other tickets stay the same.',

  passedOnIntro: (buyer: string, title: string) =>
    buyer === '' ? `A ticket for ${title} is yours now.` : `${buyer} has passed a ticket for ${title} on to you.`,
  passOnNoticeSubject: (title: string) => `You passed a ticket on: ${title}`,
  passOnNotice: (number: string, title: string, holder: string) =>
    `Your ticket ${number} for ${title} belongs to ${holder || 'its new holder'} now, who gets it by e-mail. Its old code is no longer valid.`,
  passOnNoticeEnd:
    'The link to your order has changed with it. If you did not do this, ask the organizer for a new code.',

  withdrawnSubject: (title: string) => `Your ticket was passed on: ${title}`,
  withdrawn: (number: string, title: string) =>
    `The buyer of your ticket ${number} for ${title} has passed it on to another person. Its code is no longer valid.`,
  withdrawnEnd: 'If you did not expect this, ask the person who gave you the ticket.',

  replacedSubject: (title: string) => `Your tickets have another address: ${title}`,
  replaced: (order: string, title: string, organizer: string) =>
    `${organizer} changed the e-mail address of order ${order} for ${title}. The tickets, codes and links that were sent to this address are no longer valid.`,
  replacedButHeld: 'A ticket that was passed on to you stays yours.',
  replacedEnd: 'If you did not ask for this, tell the organizer.',

  placesChangedSubject: (title: string) => `Your places changed: ${title}`,
  placesChangedIntro: (quantity: number, title: string) =>
    quantity === 1
      ? `The organizer changed the place of your ticket for ${title}. Here it is; its code stays the same.`
      : `The organizer changed places of your order for ${title}. Here are your ${quantity} tickets; their codes stay the same.`,
  differencePaid: (amount: string) => `The difference of ${amount} was paid.`,
  costLess: (amount: string) => `The new places cost ${amount} less.`,

  linksSubject: (organization: string) => `Your orders at ${organization}`,
  linksIntro: (most: number) =>
    `The links to your orders were requested with this address, the newest first, ${most} at most. If you did not request them, ignore this e-mail.`,

  refundSubject: (title: string) => `Refund: ${title}`,
  refundIntro: (count: number, numbers: string[], title: string) =>
    count === 1
      ? `Your ticket ${numbers[0]} for ${title} was refunded. It is no longer valid.`
      : `${count} of your tickets for ${title} were refunded and are no longer valid: ${numbers.join(', ')}${count > numbers.length ? ' …' : '.'}`,
  moneyOnItsWay: (amount: string, method: string) =>
    `${amount} is on its way back to you, the way you paid (${method}). When it arrives depends on your bank or wallet.`,

  moneyByHand: (amount: string, organizer: string) => `${organizer} gives ${amount} back to you.`,
  askForMoney: 'If you have not got it, ask them.',
  moneyInParts: (amount: string, method: string, organizer: string) =>
    `${amount} goes back to you the way you paid. What you paid by ${method} is on its way. What you paid at the window, ${organizer} gives back to you.`,
  feeKept: (amount: string) => `A fee of ${amount} was kept, as the refund rule of the event says.`,
  declinedSubject: (title: string) => `No refund: ${title}`,
  declinedIntro: (organization: string, title: string) =>
    `${organization} declined your request for a refund for ${title}.`,
  stayValid: (numbers: string[]) => `Your tickets stay valid: ${numbers.join(', ')}.`,

  refundRequestedSubject: (title: string) => `A buyer asks for a refund: ${title}`,
  refundRequestedIntro: (tickets: number, title: string) =>
    `A buyer asks for a refund of ${tickets === 1 ? 'a ticket' : `${tickets} tickets`} for ${title}. Approve or decline it on the page of the order.`,
  refundRequestedAmount: 'Refund',
  refundRequestedLink: 'Open the order',
  refundRequestedEnd:
    'While this request waits, you get no e-mail about others for a day. Home in the dashboard counts all of them.',

  cancelledSubject: (title: string) => `Cancelled: ${title}`,
  cancelledIntro: (title: string, when: string) => `We are sorry: ${title} on ${when} was cancelled.`,
  cancelledTickets: (count: number) =>
    count === 1 ? 'Your ticket is no longer valid.' : `Your ${count} tickets are no longer valid.`,
  cancelledAfterCheckIn: (count: number, organizer: string) =>
    `${count === 1 ? 'A ticket that was checked in before is' : `${count} tickets that were checked in before are`} not refunded automatically. ${organizer} decides about ${count === 1 ? 'it' : 'them'}.`,

  changedSubject: (title: string) => `Changed: ${title}`,
  changedIntro: (title: string) => `${title} has changed since you bought your tickets.`,
  changedTickets: 'The tickets stay valid. You do not need to do anything.',

  moneyBackSubject: (title: string) => `Your payment for ${title} is on its way back`,
  moneyBackIntro: (title: string) => `We received a payment of yours for ${title} that bought no tickets.`,

  pendingSubject: (title: string) => `Waiting for your payment: ${title}`,
  pendingIntro: (title: string, amount: string, method: string) =>
    `We hold your places for ${title}. Your payment of ${amount} (${method}) has not arrived yet.`,
  pendingUntil: (when: string) =>
    `It must arrive by ${when}. Your tickets follow by e-mail as soon as it does. After that time the places go back on sale, and money that is too late is refunded.`,
  pendingLink: 'See the state of your payment',
  releasedSubject: (title: string) => `Your places were released: ${title}`,
  releasedIntro: (title: string, when: string) => `The organizer no longer holds your places for ${title} on ${when}.`,
  pendingEnded: (amount: string, method: string) =>
    `Your payment of ${amount} (${method}) buys no tickets any more: all of it is refunded when it arrives. If you have not paid yet, please do not pay.`,

  joinedSubject: (title: string) => `You are on the waiting list: ${title}`,
  joinedIntro: (title: string) => `You are on the waiting list for ${title}. There is nothing that you have to do now.`,
  waitingFor: 'You wait for',
  placeInLine: 'Place in the line when you joined',
  joinedEnd: `When places come back and it is your turn, we send you an e-mail and hold them for you for ${OFFER_HOURS} hours, or until sales end. If you no longer want to come, please leave the list.`,
  openEntry: 'See your entry, or leave the list',
  waitingListEnded:
    'Its waiting list has ended, and no places are held for you any more. There is nothing that you have to do.',

  offerSubject: (title: string) => `It is your turn: tickets for ${title}`,
  offerIntro: (title: string) =>
    `Places for ${title} came back, and you are next on the waiting list. They are held for you.`,
  offered: 'Held for you',
  offerUntil: 'Until',
  openOffer: (quantity: number): string => (quantity === 1 ? 'Get your ticket' : 'Get your tickets'),
  offerEnd: (until: string) => `On ${until} they go to the next person. If you do not want them, pass them on now.`,
  declineOffer: 'Leave the waiting list',
  waitingFooter: (organization: string, isAnswered: boolean) =>
    `${organization} sends you this because this address is on its waiting list. ${replies(organization, isAnswered)}`,

  waitedFooter: (organization: string, isAnswered: boolean) =>
    `${organization} sends you this because this address was on its waiting list. ${replies(organization, isAnswered)}`,

  messageFooter: (organization: string, title: string, isAnswered: boolean) =>
    `${organization} sends you this because of your ticket for ${title}. ${replies(organization, isAnswered)}`,
  unsubscribe: (organization: string) => `Get no more messages from ${organization}`,

  accountFooter: (organization: string) =>
    `${organization} sells its tickets with Takilya. Replies to this e-mail are not read.`,

  resetSubject: 'Set a new password',
  resetIntro: 'A new password for the dashboard was requested for your account.',
  resetLink: 'Set a new password',
  resetEnd: (when: string) =>
    `The link works once, until ${when}. If you did not request it, ignore this e-mail: your password stays the same.`,

  invitationSubject: (organization: string) => `Join ${organization} on Takilya`,
  invitationIntro: (organization: string, role: Role) =>
    `You are invited to the dashboard of ${organization}, as ${role === 'owner' ? 'an' : 'a'} ${ROLES[role]}.`,
  invitationLink: 'Accept the invitation',
  invitationEnd: (when: string) =>
    `The link works once, until ${when}. If you did not expect this invitation, ignore this e-mail.`,

  roleWords: (role: Role) => ROLES[role],
  noticeAbout: 'Concerns',
  noticeBy: 'By',
  noticeOperator: 'the operator of this installation',
  noticeFrom: 'From',
  browserWords: ({ address, browser, system }: { address: string; browser: string | null; system: string | null }) =>
    browser && system ? `${browser} on ${system}, ${address}` : [browser ?? system, address].filter(Boolean).join(', '),
  noticeEnd:
    'If this is not right, undo it in the dashboard, and log out the person named above (Team). If many such changes are made within an hour, not every one is sent by e-mail: the audit log has all of them.',
  noticeLink: 'Open the audit log',
  noticeOwnEnd:
    'If this was not you, set a new password now. It ends all your sessions. Then tell the other owners of your organization.',
  notices: {
    invitation_sent: ofOrganization('New invitation', (organization) => `An invitation to ${organization} was sent.`),
    role_changed: ofOrganization(
      'Role changed',
      (organization) => `The role of a member of ${organization} was changed.`,
    ),
    member_removed: ofOrganization('Member removed', (organization) => `A member of ${organization} was removed.`),
    api_key_created: ofOrganization('New API key', (organization) => `An API key of ${organization} was created.`),
    api_key_revoked: ofOrganization('API key revoked', (organization) => `An API key of ${organization} was revoked.`),
    payment_account_set: ofOrganization(
      'Payment account changed',
      (organization) => `New payments to ${organization} go to another payment account, or with other settings.`,
      PROVIDERS,
    ),
    payment_account_removed: ofOrganization(
      'Payment account removed',
      (organization) => `A payment account of ${organization} was removed. It takes no new payments.`,
      PROVIDERS,
    ),
    two_factor_rule_changed: ofOrganization(
      'Two-factor rule changed',
      (organization) => `Whether every member of ${organization} needs two-factor authentication was changed.`,
      { on: 'Needed by every member', off: 'Not needed' },
    ),
    password_changed: ofPerson('Your password was changed', 'The password of your account was changed.'),
    password_reset: ofPerson('Your password was changed', 'A new password was set with a link from an e-mail.'),
    two_factor_on: ofPerson('Two-factor authentication is on', 'Log-ins to your account now need a second factor.'),
    two_factor_off: ofPerson(
      'Two-factor authentication is off',
      'Log-ins to your account no longer need a second factor.',
    ),
    passkey_added: ofPerson('New passkey', 'A passkey was added: it logs in to your account without a password.'),
    passkey_removed: ofPerson('Passkey removed', 'A passkey of your account was removed.'),
    recovery_codes_replaced: ofPerson(
      'New recovery codes',
      'New recovery codes of your account were made. The earlier ones no longer work.',
    ),
    new_device: ofPerson('New log-in to your account', 'Your account was used on a device that we do not know.'),
  } satisfies Record<SecurityChange, Notice> as Record<SecurityChange, Notice>,
};

export type LetterTexts = typeof english;
