import { translations } from '../../language/translations.ts';

export const brandTexts = translations({
  en: {
    title: 'Brand',
    about: 'What buyers see of you: in the shop, in e-mails and on tickets.',
    logo: 'Logo',
    logoHint: 'In the header of pages, in e-mails and on tickets. It is stored at once.',
    logoSaved: 'Logo saved',
    color: 'Brand color',
    colorHint: 'For buttons and links. Leave empty for the default color.',
    notColor: 'Write the color as # and six digits, for example #0B57A4.',
    tooLight:
      'Buttons in this color are hard to see on a light page. Text on them stays readable. Choose a darker color.',
    tooDark: 'Buttons in this color are hard to see in dark mode. Text on them stays readable. Choose a lighter color.',
    saved: 'Saved',
    preview: 'Preview',
    previews: { shop: 'Shop', mail: 'E-mail', ticket: 'Ticket' },
    previewOf: (what: string) => `Preview: ${what}`,
    previewHint: 'With the colors above, before you save them. Buyers still see the saved ones.',
  },
  fil: {
    title: 'Brand',
    about: 'Ang nakikita ng mga bumibili: sa shop, sa email at sa ticket.',
    logo: 'Logo',
    logoHint: 'Sa itaas ng mga page, sa email at sa ticket. Nase-save agad.',
    logoSaved: 'Na-save na ang logo',
    color: 'Kulay ng brand',
    colorHint: 'Para sa mga button at link. Iwanang blangko para sa default na kulay.',
    notColor: 'Isulat ang kulay bilang # at anim na digit, halimbawa #0B57A4.',
    tooLight:
      'Mahirap makita ang mga button na may ganitong kulay sa maliwanag na page. Nababasa pa rin ang text nila. Pumili ng mas madilim.',
    tooDark:
      'Mahirap makita ang mga button na may ganitong kulay sa dark mode. Nababasa pa rin ang text nila. Pumili ng mas maliwanag.',
    saved: 'Na-save na',
    preview: 'Preview',
    previews: { shop: 'Shop', mail: 'Email', ticket: 'Ticket' },
    previewOf: (what) => `Preview: ${what}`,
    previewHint: 'Gamit ang kulay sa itaas bago mo i-save. Ang naka-save pa rin ang nakikita ng mga bumibili.',
  },
});
