import { translations } from '../../language/translations.ts';

export const texts = translations({
  en: {
    title: 'Privacy requests',
    about:
      'People may ask for a copy of their personal data, or for its erasure. The law gives you 30 working days to answer.',
    email: 'E-mail address of the person',
    personalData: "Buyer's personal data",
    exportData: 'Export data',
    erase: 'Erase personal data',
    eraseQuestion: (email: string) =>
      `The name, e-mail address and telephone number of ${email} are erased from all orders, tickets and e-mails. ` +
      'Orders, payments and refunds stay without the person. This cannot be undone.',
    erased: 'The personal data was erased',
    erasedPartly: 'Some purchases were needed again meanwhile. Try again later.',
    notFound: (email: string) => `Nothing is held about the address ${email}. Check the address.`,
    leave: 'Keep the data',
  },
  fil: {
    title: 'Mga request sa privacy',
    about:
      'Puwedeng humingi ang mga tao ng kopya ng personal data nila, o ipabura ito. May 30 working days ka para sumagot ayon sa batas.',
    email: 'Email ng tao',
    personalData: 'Personal data ng bumili',
    exportData: 'I-export ang data',
    erase: 'Burahin ang personal data',
    eraseQuestion: (email) =>
      `Buburahin ang pangalan, email at phone number ni ${email} sa lahat ng order, ticket at email. ` +
      'Maiiwan ang mga order, bayad at refund nang wala ang tao. Hindi na ito mababawi.',
    erased: 'Nabura na ang personal data',
    erasedPartly: 'Kinailangan ulit ang ilang pagbili habang nagbubura. Subukan ulit mamaya.',
    notFound: (email) => `Walang nakatago tungkol sa ${email}. Tingnan kung tama ang address.`,
    leave: 'Huwag burahin',
  },
});
