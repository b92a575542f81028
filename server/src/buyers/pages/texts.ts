import type { Language } from '../../values/language.ts';

/** Texts of the page where buyers find their orders. */
const english = {
  title: 'Find your tickets',
  explanation: 'Type the e-mail address that you bought with. We send the links to your orders to that address.',
  email: 'E-mail address',
  send: 'Send the links',
  badEmail: 'Please enter an e-mail address, such as ana@example.com.',
  sentTitle: 'Check your mailbox',
  sent: 'If tickets were bought with that address, an e-mail with the links is on its way.',
  notArrived:
    'Nothing arrived after a few minutes? Check the spam folder, or try the other addresses that you use. An address can be searched three times within 20 minutes.',
  again: 'Search another address',
};

export const findTexts: Record<Language, typeof english> = {
  en: english,
  fil: {
    title: 'Hanapin ang mga ticket mo',
    explanation:
      'Ilagay ang email address na ginamit mo sa pagbili. Ipapadala namin doon ang mga link sa mga order mo.',
    email: 'Email address',
    send: 'Ipadala ang mga link',
    badEmail: 'Maglagay ng email address, gaya ng ana@example.com.',
    sentTitle: 'Tingnan ang inbox mo',
    sent: 'Kung may biniling ticket gamit ang address na iyon, papunta na ang email na may mga link.',
    notArrived:
      'Wala pa ring dumating pagkalipas ng ilang minuto? Tingnan ang spam folder, o subukan ang iba mo pang address. Tatlong beses sa loob ng 20 minuto puwedeng hanapin ang isang address.',
    again: 'Maghanap gamit ang ibang address',
  },
};
