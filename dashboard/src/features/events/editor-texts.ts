import { sentences } from '../../language/sentences.ts';

export const editorTexts = sentences({
  en: {
    toolbar: (label: string) => `How the ${label.toLowerCase()} looks`,
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    bulletList: 'List',
    orderedList: 'Numbers',
    link: 'Link',
    linkTo: 'Address of the link',
    setLink: 'Set the link',
  },
  fil: {
    toolbar: (label) => `Itsura ng ${label.toLowerCase()}`,
    bold: 'Makapal',
    italic: 'Pahilis',
    heading: 'Pamagat',
    bulletList: 'Listahan',
    orderedList: 'May bilang',
    link: 'Link',
    linkTo: 'Address ng link',
    setLink: 'Ilagay ang link',
  },
});
