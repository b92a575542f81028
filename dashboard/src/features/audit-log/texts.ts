import { translations } from '../../language/translations.ts';

export const texts = translations({
  en: {
    title: 'Audit log',
    about: 'Who changed what, newest first. Entries cannot be edited or deleted.',
    at: 'Date',
    who: 'Who',
    what: 'Action',
    changed: 'Changes',
    from: 'From',
    to: 'To',
    before: 'before',
    after: 'after',
    kinds: {
      user: 'Team member',
      key: 'API key',
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
    what: 'Aksyon',
    changed: 'Mga pagbabago',
    from: 'Mula',
    to: 'Hanggang',
    before: 'dati',
    after: 'ngayon',
    kinds: {
      user: 'Team member',
      key: 'API key',
      buyer: 'Bumili (page ng order)',
      operator: 'Operator (command line)',
      system: 'System',
    },
  },
});
