import { translations } from '../../language/translations.ts';

export const texts = translations({
  en: {
    title: 'Audit log',
    about: 'Who changed what, newest first. Entries cannot be edited or deleted.',
    at: 'Date',
    who: 'Who',
    what: 'What happened',
    action: 'Action',
    by: (who: string) => `by ${who}`,
    words: { yes: 'yes', no: 'no', none: 'none' },
    checkoutStatuses: { open: 'Open', processing: 'Payment in progress' },
    erasedAs: { buyer: 'Buyer', guest: 'Attendee', subscriber: 'Subscriber', waiting: 'Person on a waiting list' },
    kinds: {
      user: 'Team member',
      key: 'API key',
      door_link: 'Door link',
      buyer: 'Buyer (order page)',
      operator: 'Operator (command line)',
      system: 'System',
    },
  },
  fil: {
    title: 'Audit log',
    about: 'Sino ang nagbago ng ano, pinakabago ang una. Hindi mae-edit o mabubura ang mga entry.',
    at: 'Petsa',
    who: 'Sino',
    what: 'Ang nangyari',
    action: 'Aksyon',
    by: (who) => `· ${who}`,
    words: { yes: 'oo', no: 'hindi', none: 'wala' },
    checkoutStatuses: { open: 'Bukas', processing: 'Hinihintay ang bayad' },
    erasedAs: { buyer: 'Bumili', guest: 'Dadalo', subscriber: 'Subscriber', waiting: 'Nasa waiting list' },
    kinds: {
      user: 'Team member',
      key: 'API key',
      door_link: 'Door link',
      buyer: 'Bumili (page ng order)',
      operator: 'Operator (command line)',
      system: 'System',
    },
  },
});
