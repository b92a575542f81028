import { sentences } from '../../language/sentences.ts';

export const texts = sentences({
  en: {
    title: 'Audit log',
    about: 'Who changed what, newest first. Nobody can change it.',
    at: 'When',
    who: 'Who',
    what: 'What',
    changed: 'What changed',
    from: 'From',
    to: 'To',
    before: 'before',
    after: 'after',
    kinds: {
      user: 'Member',
      key: 'API key',
      operator: 'Operator, at the command line',
      system: 'The service itself',
    },
  },
  fil: {
    title: 'Talaan ng mga pagbabago',
    about: 'Sino ang nagbago ng ano, pinakabago ang una. Walang makapagbabago nito.',
    at: 'Kailan',
    who: 'Sino',
    what: 'Ano',
    changed: 'Ano ang nabago',
    from: 'Mula',
    to: 'Hanggang',
    before: 'dati',
    after: 'ngayon',
    kinds: {
      user: 'Kasapi',
      key: 'API key',
      operator: 'Operator, sa command line',
      system: 'Ang serbisyo mismo',
    },
  },
});
