import { translations } from '../../language/translations.ts';

export const texts = translations({
  en: {
    title: 'Search everywhere',
    hint: 'Event, buyer, e-mail, order or ticket number',
    about: 'Finds events by their title, orders by buyer, e-mail, order or ticket number, and pages.',
    events: 'Events',
    orders: 'Orders',
    pages: 'Pages',
    move: 'to move,',
    open: 'to open',
  },
  fil: {
    title: 'Maghanap kahit saan',
    hint: 'Event, bumili, email, numero ng order o ticket',
    about:
      'Hinahanap ang mga event ayon sa pamagat, mga order ayon sa bumili, email, numero ng order o ticket, at mga page.',
    events: 'Mga event',
    orders: 'Mga order',
    pages: 'Mga page',
    move: 'para lumipat,',
    open: 'para buksan',
  },
});
