import type { Language } from '../../values/language.ts';

/** Texts of passes in wallets. Wallet replaces `%@` in the notes about changes with the new value. */
const english = {
  description: (title: string) => `Ticket: ${title}`,
  event: 'Event',
  when: 'When',
  whenChanged: 'New time: %@',
  where: 'Where',
  whereChanged: 'New place: %@',
  tier: 'Ticket',
  section: 'Section',
  row: 'Row',
  seat: 'Seat',
  holder: 'Name',
  ticketNumber: 'Ticket number',
  order: 'Order',
  organizer: 'Organizer',
  contact: 'Questions',
  refunds: 'Refunds',
  terms: 'Terms',
  note: 'At the door',
  replaced: 'This ticket got a new code. The newest e-mail has it.',
};

type WalletTexts = typeof english;

const filipino: WalletTexts = {
  description: (title) => `Ticket: ${title}`,
  event: 'Event',
  when: 'Kailan',
  whenChanged: 'Bagong oras: %@',
  where: 'Saan',
  whereChanged: 'Bagong lugar: %@',
  tier: 'Ticket',
  section: 'Section',
  row: 'Row',
  seat: 'Upuan',
  holder: 'Pangalan',
  ticketNumber: 'Numero ng ticket',
  order: 'Order',
  organizer: 'Organizer',
  contact: 'May tanong',
  refunds: 'Refund',
  terms: 'Mga tuntunin',
  note: 'Sa entrance',
  replaced: 'May bagong code ang ticket na ito. Nasa pinakabagong email ito.',
};

export const walletTexts: Record<Language, WalletTexts> = { en: english, fil: filipino };
