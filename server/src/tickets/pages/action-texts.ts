import type { Language } from '../../values/language.ts';
import type { Done } from './done.ts';

/** What is wrong with the name or address of a holder. */
export type HolderProblem = 'badName' | 'badEmail' | 'ownEmail';

/** Texts of what buyers do on the page of an order. */
const english = {
  showCode: 'Show the code',
  change: 'Change name or pass on',
  passOnAgain: 'Pass on again',
  ticketOf: (holder: string) => `Ticket of ${holder}`,
  passedOn: 'Passed on',
  again: 'Did the e-mail get lost?',
  resend: 'Send the tickets again',
  bought: (email: string) => `Thank you: your order is complete. The tickets are on their way to ${email}, too.`,
  done: {
    attendees: 'Your guests will get their tickets by e-mail within minutes.',
    resent: 'The tickets are on their way to your mailbox.',
    named: 'The name was changed.',
    passed:
      'The ticket was passed on. Its new holder gets it by e-mail. The address of this page has changed: we sent you the new link.',
    refunded: 'The tickets were refunded. The money is on its way back, the way you paid.',
    refunded_free: 'The tickets were refunded.',
    requested: 'The organizer has your request for a refund, and answers by e-mail.',
    withdrawn: 'Your request for a refund was withdrawn.',
  } satisfies Record<Exclude<Done, 'bought'>, string>,

  refund: 'Ask for a refund',
  refundPending: 'You asked for a refund. The organizer answers by e-mail.',
  withdraw: 'Withdraw the request',

  changeName: 'Change the name',
  changeNameHint: 'The code stays the same. Later e-mails about this ticket go to its address, if it has one.',
  name: 'Name',
  email: 'E-mail address',
  optionalEmail: 'E-mail address (optional)',
  saveName: 'Save',
  passOn: 'Pass the ticket on',
  passOnHint:
    'The new holder gets the ticket by e-mail with a new code. Your code and your link stop working, and you cannot take the ticket back.',
  passOnNext: 'Continue',
  confirmPassOn: 'Pass this ticket on?',
  passOnTo: (ticket: string, name: string, email: string) => `${ticket} goes to ${name}, ${email}.`,
  passOnFinal: 'The code that you have stops working at once. This cannot be undone.',
  passOnNow: 'Pass the ticket on',
  keep: 'Keep the ticket',
  backToOrder: 'Back to your tickets',
  problems: {
    badName: 'Please enter a name, without web addresses.',
    badEmail: 'Please enter an e-mail address, such as ana@example.com.',
    ownEmail: 'This is your own address. Change the name instead.',
  } satisfies Record<HolderProblem, string>,
};

export const actionTexts: Record<Language, typeof english> = {
  en: english,
  fil: {
    showCode: 'Ipakita ang code',
    change: 'Palitan ang pangalan o ipasa',
    passOnAgain: 'Ipasa ulit',
    ticketOf: (holder) => `Ticket ni ${holder}`,
    passedOn: 'Naipasa na',
    again: 'Nawala ba ang email?',
    resend: 'Ipadala ulit ang mga ticket',
    bought: (email) => `Salamat: kumpleto na ang order mo. Papunta na rin sa ${email} ang mga ticket.`,
    done: {
      attendees: 'Matatanggap ng mga bisita mo ang ticket nila sa email sa loob ng ilang minuto.',
      resent: 'Papunta na sa inbox mo ang mga ticket.',
      named: 'Napalitan na ang pangalan.',
      passed:
        'Naipasa na ang ticket. Matatanggap ito ng bagong may hawak sa email. Nagbago ang address ng page na ito: ipinadala namin sa iyo ang bagong link.',
      refunded: 'Na-refund na ang mga ticket. Ibinabalik na ang bayad sa paraang ginamit mo.',
      refunded_free: 'Na-refund na ang mga ticket.',
      requested: 'Natanggap ng organizer ang hiling mong refund, at sasagot sa email.',
      withdrawn: 'Binawi mo na ang hiling na refund.',
    },
    refund: 'Humiling ng refund',
    refundPending: 'Humiling ka ng refund. Sasagot ang organizer sa email.',
    withdraw: 'Bawiin ang hiling',
    changeName: 'Palitan ang pangalan',
    changeNameHint:
      'Hindi magbabago ang code. Sa address nito ipapadala ang mga susunod na email tungkol sa ticket, kung mayroon.',
    name: 'Pangalan',
    email: 'Email address',
    optionalEmail: 'Email address (puwedeng wala)',
    saveName: 'I-save',
    passOn: 'Ipasa ang ticket',
    passOnHint:
      'Matatanggap ng bagong may hawak ang ticket sa email na may bagong code. Hindi na gagana ang code at link mo, at hindi mo na mababawi ang ticket.',
    passOnNext: 'Magpatuloy',
    confirmPassOn: 'Ipapasa ba ang ticket na ito?',
    passOnTo: (ticket, name, email) => `${ticket}: mapupunta kay ${name}, ${email}.`,
    passOnFinal: 'Hindi na agad gagana ang code na hawak mo. Hindi na ito mababawi.',
    passOnNow: 'Ipasa ang ticket',
    keep: 'Huwag ipasa',
    backToOrder: 'Bumalik sa mga ticket mo',
    problems: {
      badName: 'Maglagay ng pangalan, nang walang web address.',
      badEmail: 'Maglagay ng email address, gaya ng ana@example.com.',
      ownEmail: 'Sarili mong address ito. Palitan na lang ang pangalan.',
    },
  },
};
