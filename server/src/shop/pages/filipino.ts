import { html } from '../../platform/http/pages/html.ts';
import type { ShopTexts } from './english.ts';

export const filipino: ShopTexts = {
  shopTitle: (organizer) => `Mga ticket: ${organizer}`,
  shopAbout: (organizer) => `Mga event at ticket ng ${organizer}`,
  coming: 'Mabibili ngayon',
  past: 'Mga nakaraang event',
  pages: 'Mga pahina ng event',
  moreEvents: 'Iba pang event',
  eventsBefore: 'Mga event bago ang mga ito',
  nothingComing: 'Walang ibinebentang ticket sa ngayon. Bumalik na lang ulit.',
  from: (price) => `mula ${price}`,
  free: 'Libre',
  soldOutBadge: 'Ubos na',
  allEvents: (organizer) => `Lahat ng event ng ${organizer}`,
  map: 'Tingnan sa mapa',
  until: (start, end) => html`${start} hanggang ${end}`,
  about: 'Tungkol sa event na ito',

  series: {
    next: (dates, next) => html`${dates} petsa, ang susunod ay ${next}`,
    choose: 'Pumili ng petsa',
    others: 'Iba pang petsa',
    all: 'Lahat ng petsa',
  },

  states: {
    not_yet: ['Hindi pa mabibili', 'Hindi pa nagsisimula ang bentahan para sa event na ito. Bumalik na lang ulit.'],
    over: ['Tapos na ang bentahan', 'Hindi na ibinebenta online ang mga ticket ng event na ito.'],
    held: [
      'May nakakuha na muna ng lahat ng ticket',
      'Nakareserba sa ibang bumibili ang mga huling ticket. Mawawala ito sa hindi magbabayad: tumingin ulit pagkalipas ng ilang minuto.',
    ],
    gone: ['Ubos na', 'Nabenta na ang lahat ng ticket.'],
    paused: ['Hindi ibinebenta', 'Hindi ibinebenta ang mga ticket sa ngayon. Bumalik na lang ulit.'],
    cancelled: [
      'Kinansela ang event na ito',
      'Nakatanggap ng email ang mga bumili. Ibinabalik ang mga binayaran online.',
    ],
    completed: ['Tapos na ang event na ito', 'Hindi na ibinebenta ang mga ticket.'],
    none: ['Hindi ibinebenta', 'Walang ibinebentang ticket sa ngayon. Bumalik na lang ulit.'],
  },
  returned: 'Kapag may nagsauli, mabibili ulit iyon dito.',
  startsAt: (time) => html`Mabibili ang mga ticket mula ${time}.`,
  lookAgain: 'Tingnan ulit',
  room: {
    heading: 'May waiting room ang event na ito',
    text: 'Pumila muna. Pag turn mo na, babalik ka rito at may oras ka para mag-order.',
    enter: 'Pumunta sa waiting room',
    until: (time) => html`Turn mo na: puwede kang mag-order hanggang ${time}.`,
  },

  choose: 'Piliin ang mga ticket mo',
  addOns: 'Mga add-on',
  quantityOf: (name) => `Bilang ng ticket: ${name}`,
  yourPrice: (least) => (least === null ? 'ikaw ang bahala sa presyo' : `ikaw ang bahala sa presyo, mula ${least}`),
  priceEach: 'Presyo mo sa bawat isa, sa piso',
  left: (count) => `${count} na lang ang natitira`,
  offerStates: {
    gone: 'Ubos na',
    over: 'Hindi na ibinebenta',
    held: 'May nakakuha na muna ng lahat',
    next: 'Hindi pa mabibili',
  },
  offerFrom: (time) => html`Mabibili mula ${time}`,
  offerAfter: (before, end) => html`Mabibili kapag naubos na ang ${before}${end && html`, o mula ${end}`}`,
  best: 'Kami ang pipili ng mga upuan mo: ang pinakamaganda at magkakatabi.',
  most: (count) => `Hanggang ${count} ticket sa isang order.`,

  seats: {
    choose: 'Piliin ang mga upuan mo',
    chooseIn: (section) => `Pumili ng upuan sa ${section}`,
    chooseYourself: (section) => `Ikaw ang pumili ng upuan sa ${section}`,
    seatsOf: (section) => `Mga upuan sa ${section}`,
    howTo: 'Lagyan ng tsek ang mga upuan mo. May nakakuha na ng mga may guhit. Naiuusog sa gilid ang mahahabang row.',
    tickedAs: 'Piliin ang mga upuan bilang',
    front: 'Harap',
    back: 'Likod',
    row: (label) => `Row ${label}`,
    notOnSale: 'hindi ibinebenta',
    picked: 'Napiling upuan:',
    otherSections: 'Lahat ng section',
  },

  code: {
    label: 'May code ka ba?',
    use: 'Gamitin ang code',
    used: 'Gagamitin ang code sa order na ito.',
  },

  you: 'Saan ipapadala ang mga ticket?',
  name: 'Buong pangalan',
  email: 'Email address',
  emailHint: 'Dito namin ipapadala ang mga ticket mo.',
  phone: 'Numero ng telepono',
  optional: 'kung gusto mo',
  continue: 'Magpatuloy',
  hold: (minutes) => `Ilalaan sa iyo ang mga ticket nang ${minutes} minuto. Makikita mo ang kabuuan bago ka magbayad.`,

  problems: {
    heading: 'Pakitingnan ang order mo',
    noTickets: 'Pumili ng kahit isang ticket.',
    noSeats: 'Pumili ng kahit isang upuan.',
    seatsTaken: (seats) => `May nakakuha na ng: ${seats}. Napili pa rin ang iba mong upuan.`,
    badQuantity: (name, most) => `${name}: maglagay ng numero mula 0 hanggang ${most}.`,
    badPrice: (name, least, most) => `${name}: maglagay ng presyo mula ${least} hanggang ${most}, gaya ng 250 o 99.50.`,
    tooMany: (most) => `Hanggang ${most} ticket lang sa kabuuan ang mapipili.`,
    notOnSale: (name) => `${name}: hindi na ibinebenta. Pumili ng ibang ticket.`,
    waits: (name) => `${name}: may ticket ulit sa naunang presyo. Iyon muna ang piliin.`,
    notEnough: (name, left) =>
      left === 0
        ? `${name}: may nakakuha na ng lahat.`
        : `${name}: ${left} na lang ang natitira. Bawasan, o pumili ng ibang ticket.`,
    notEnoughTogether: (left) => `${left} ticket na lang sa kabuuan ang natitira. Bawasan ang pinili mo.`,
    mostPerBuyer: (most, left) =>
      `Hanggang ${most} ticket ng event na ito ang puwede sa isang tao. ${left} pa ang puwede mong bilhin.`,
    priceChanged: (name, before, now) =>
      `Nagbago ang presyo ng ${name}: ${now} na ito, dating ${before}. Kung ayos lang sa iyo, pindutin ulit ang Magpatuloy.`,
    noName: 'Ilagay ang buong pangalan mo.',
    badName: 'Maglagay ng pangalang walang web address at hindi hihigit sa 200 karakter.',
    noEmail: 'Ilagay ang email address mo.',
    badEmail: 'Maglagay ng email address na tulad ng ana@example.com, o tingnan kung may maling letra.',
    badPhone: 'Maglagay ng numerong hindi hihigit sa 32 karakter, o iwanang blangko.',
    changed: 'Nagbago ang bentahan mula nang buksan mo ang page. Tingnan ulit ito.',
  },

  thanks: {
    heading: 'Salamat: kumpleto na ang order mo',
    mailed:
      'Ipapadala namin ang mga ticket sa email address mo. Darating ito sa loob ng ilang minuto: tingnan din sa spam folder.',
  },
  notFound: ['Hindi mahanap ang page', 'Walang event sa address na ito. Baka inalis na ito sa shop.'],
};
