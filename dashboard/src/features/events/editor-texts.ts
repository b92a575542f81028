import { translations } from '../../language/translations.ts';

export const editorTexts = translations({
  en: {
    toolbar: (label: string) => `${label}: formatting`,
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    bulletList: 'Bulleted list',
    orderedList: 'Numbered list',
    link: 'Link',
    linkTo: 'Link URL',
    setLink: 'Add link',
  },
  fil: {
    toolbar: (label) => `${label}: formatting`,
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    bulletList: 'Bulleted list',
    orderedList: 'Numbered list',
    link: 'Link',
    linkTo: 'URL ng link',
    setLink: 'Idagdag ang link',
  },
});
