import { translations } from '../language/translations.ts';

export const texts = translations({
  en: {
    views: 'Views',
    save: 'Save this view…',
    saveTitle: 'Save view',
    saveHint: 'Keeps the search and the filters of now under a name, for you, in this browser.',
    name: 'Name',
    replaces: 'The view that has this name is replaced.',
    edit: 'Edit views…',
    editTitle: 'Edit views',
    nameOf: (name: string) => `Name of ${name}`,
    delete: 'Delete',
    remove: (name: string) => `Delete ${name}`,
  },
  fil: {
    views: 'Mga view',
    save: 'I-save ang view na ito…',
    saveTitle: 'I-save ang view',
    saveHint: 'Itatabi ang hanap at mga filter ngayon sa ilalim ng pangalan, para sa iyo, sa browser na ito.',
    name: 'Pangalan',
    replaces: 'Papalitan ang view na may ganitong pangalan.',
    edit: 'I-edit ang mga view…',
    editTitle: 'I-edit ang mga view',
    nameOf: (name) => `Pangalan ng ${name}`,
    delete: 'Burahin',
    remove: (name) => `Burahin ang ${name}`,
  },
});
