import type { Language } from '../../values/language.ts';

/** Texts of what a buyer may change before paying, and why a change was refused. */
const english = {
  tickets: 'Change tickets',
  quantityOf: (ticket: string, price: string) => `${ticket}, ${price} each`,
  priceEach: (least: string) => `Your price for each, in pesos, from ${least}`,
  updateTickets: 'Update tickets',
  buyer: 'Change name or e-mail',
  name: 'Full name',
  email: 'E-mail address',
  save: 'Save',
  removeCode: (code: string) => `Remove code ${code}`,
  otherSeats: 'Choose other seats',
  cancel: 'Cancel this order',
  goBack: 'Go back: your tickets stay held',
  cancelled: 'This order was cancelled',
  newTotal: (total: string) =>
    `Your order was changed meanwhile. The total is now ${total}. Please check it, then pay.`,
  newBuyer: (email: string) =>
    `Your order was changed meanwhile. The tickets now go to ${email}. Please check it, then pay.`,
  refusals: {
    noTickets: 'Keep at least one ticket, or cancel the order.',
    badQuantity: 'Please enter whole numbers of tickets.',
    badPrice: (least: string, most: string) => `Please enter a price from ${least} to ${most}.`,
    badName: 'Please enter a full name without web addresses, at most 200 characters long.',
    badEmail: 'Please enter an e-mail address like ana@example.com, or check it for a typing mistake.',
    soldOut: (ticket: string) => `${ticket}: no more tickets are left.`,
    notEnough: (ticket: string, left: number) => `${ticket}: you can have ${left} at most.`,
    waits: (before: string | undefined) =>
      `A ticket that you chose is on sale when ${before ?? 'the one before it'} is sold out. Please choose that first.`,
    notEnoughTogether: (left: number) => `Only ${left} ${left === 1 ? 'ticket is' : 'tickets are'} left altogether.`,
    maxPerOrder: (max: number) => `One order can have at most ${max} ${max === 1 ? 'ticket' : 'tickets'}.`,
    maxPerBuyer: (max: number) =>
      `One buyer can have at most ${max} ${max === 1 ? 'ticket' : 'tickets'} of this event.`,
    notOnSale: 'These tickets are no longer on sale, so their number cannot change.',
    other: 'This change is not possible.',
  },
  nothingChanged: 'Your order is as it was.',
};

export type ChangeTexts = typeof english;

const filipino: ChangeTexts = {
  tickets: 'Baguhin ang mga ticket',
  quantityOf: (ticket, price) => `${ticket}, ${price} bawat isa`,
  priceEach: (least) => `Presyo mo sa bawat isa, sa piso, mula ${least}`,
  updateTickets: 'I-update ang mga ticket',
  buyer: 'Baguhin ang pangalan o email',
  name: 'Buong pangalan',
  email: 'Email address',
  save: 'I-save',
  removeCode: (code) => `Alisin ang code na ${code}`,
  otherSeats: 'Pumili ng ibang upuan',
  cancel: 'Kanselahin ang order na ito',
  goBack: 'Bumalik: naka-reserve pa rin ang mga ticket mo',
  cancelled: 'Kinansela ang order na ito',
  newTotal: (total) => `Nabago ang order mo. ${total} na ang kabuuan. Tingnan muna ito bago magbayad.`,
  newBuyer: (email) => `Nabago ang order mo. Sa ${email} na ipapadala ang mga ticket. Tingnan muna ito bago magbayad.`,
  refusals: {
    noTickets: 'Magtira ng kahit isang ticket, o kanselahin ang order.',
    badQuantity: 'Maglagay ng buong bilang ng mga ticket.',
    badPrice: (least, most) => `Maglagay ng presyong mula ${least} hanggang ${most}.`,
    badName: 'Maglagay ng buong pangalang walang web address at hindi hihigit sa 200 karakter.',
    badEmail: 'Maglagay ng email address na tulad ng ana@example.com, o tingnan kung may maling letra.',
    soldOut: (ticket) => `${ticket}: wala nang natitirang ticket.`,
    notEnough: (ticket, left) => `${ticket}: hanggang ${left} lang ang puwede.`,
    waits: (before) =>
      `May pinili kang ticket na mabibili lang kapag ubos na ang ${before ?? 'nauna rito'}. Iyon muna ang piliin.`,
    notEnoughTogether: (left) => `${left} na lang ang natitirang ticket sa kabuuan.`,
    maxPerOrder: (max) => `Hanggang ${max} ticket lang ang puwede sa isang order.`,
    maxPerBuyer: (max) => `Hanggang ${max} ticket lang ng event na ito ang puwede sa isang tao.`,
    notOnSale: 'Hindi na ibinebenta ang mga ticket na ito, kaya hindi na mababago ang bilang.',
    other: 'Hindi puwede ang pagbabagong ito.',
  },
  nothingChanged: 'Walang nabago sa order mo.',
};

export const changeTexts: Record<Language, ChangeTexts> = { en: english, fil: filipino };
