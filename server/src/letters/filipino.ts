import type { Role } from '../accounts/roles.ts';
import { OFFER_HOURS } from '../waiting-list/entry.ts';
import type { LetterTexts } from './english.ts';
import { ofOrganization, ofPerson, PROVIDERS } from './notice.ts';

const replies = (organization: string, isAnswered: boolean) =>
  isAnswered ? `Mapupunta sa ${organization} ang mga reply.` : 'Walang nagbabasa ng mga reply rito.';

const ROLES: Record<Role, string> = {
  owner: 'owner',
  manager: 'manager',
  cashier: 'cashier',
  door: 'volunteer sa pintuan',
  viewer: 'viewer',
};

export const filipino: LetterTexts = {
  greeting: (name) => (name === '' ? 'Magandang araw!' : `Magandang araw, ${name}!`),
  footer: (organization, isAnswered) =>
    `Ipinadala ito ng ${organization} dahil may bumili ng ticket gamit ang email address na ito. ${replies(organization, isAnswered)}`,
  guestFooter: (organization, isAnswered) =>
    `Ipinadala ito ng ${organization} dahil may bumili ng ticket para sa iyo. ${replies(organization, isAnswered)}`,

  questions: 'May tanong?',
  askAt: 'Contact',
  refunds: 'Refund',
  terms: 'Mga tuntunin',

  testSubject: (subject) => `Test: ${subject}`,
  test: 'Test lang ito: walang sinisingil na pera, at walang makakapasok gamit ang mga ticket.',

  when: 'Kailan',
  where: 'Saan',
  order: 'Order',
  ticket: 'Ticket',
  name: 'Pangalan',
  seat: 'Upuan',
  seatWords: ({ section, row, seat }) => `${section}, row ${row}, upuan ${seat}`,
  ticketHeading: (number) => `Ticket ${number}`,
  openTicket: 'Buksan ang ticket na ito',
  openOrder: (quantity) => (quantity === 1 ? 'Buksan ang ticket mo' : 'Buksan ang lahat ng ticket mo'),
  codeDescription: (number) => `QR code ng ticket ${number}`,
  was: (now, before) => `${now || 'hindi pa tiyak'} (dati: ${before || 'hindi tiyak'})`,

  ticketsSubject: (quantity, title) =>
    quantity === 1 ? `Ang ticket mo para sa ${title}` : `Ang mga ticket mo para sa ${title}`,
  ticketsIntro: (quantity, title) =>
    quantity === 1 ? `Narito ang ticket mo para sa ${title}.` : `Narito ang ${quantity} ticket mo para sa ${title}.`,
  allPassedOn: (title) =>
    `Naipasa na ang lahat ng valid na ticket ng order mo para sa ${title}: nasa mga bagong may-ari na ang mga ito.`,
  checkedIn: (quantity, title) => `Na-check in na ang ${quantity === 1 ? 'ticket' : 'mga ticket'} mo para sa ${title}.`,
  showAtDoor:
    'Ipakita ang code sa entrance, sa phone o naka-print. Isang beses at para sa isang tao lang magagamit ang bawat code: huwag ipamigay ang litrato nito.',
  addOnAtDoor: 'Walang papapasukin gamit ang code ng add-on: ipakita ito kasama ng ticket para makapasok.',
  onlyOnPage: 'Masyadong marami ang mga ticket para sa isang email: nasa page na ito ang lahat.',

  confirmAttendees:
    'Wala pang natatanggap na email ang mga bisita mo. Buksan ang page ng mga ticket mo para ipadala sa bawat bisita ang sa kanila.',

  newCodeSubject: (title) => `Bagong ticket para sa ${title}`,
  newCodeIntro: (number, title) =>
    `May bagong code na ang isang ticket mo para sa ${title}, at ang bagong numero nito ay ${number}. Hindi na magagamit ang dating code nito: ito na ang gamitin.`,
  newOrderLink: 'Bago na rin ang link papunta sa lahat ng ticket mo. Walang nagbago sa iba mong ticket.',

  passedOnIntro: (buyer, title) =>
    buyer === ''
      ? `Sa iyo na ang isang ticket para sa ${title}.`
      : `Ipinasa sa iyo ni ${buyer} ang isang ticket para sa ${title}.`,
  passOnNoticeSubject: (title) => `May ipinasa kang ticket: ${title}`,
  passOnNotice: (number, title, holder) =>
    `Ang ticket mong ${number} para sa ${title} ay ${holder === '' ? 'sa bagong may hawak na nito' : `kay ${holder} na`}, at ipapadala sa kanya sa email. Hindi na magagamit ang dating code nito.`,
  passOnNoticeEnd:
    'Nagbago rin ang link sa order mo. Kung hindi ikaw ang gumawa nito, humingi sa organizer ng bagong code.',

  withdrawnSubject: (title) => `Ipinasa sa iba ang ticket mo: ${title}`,
  withdrawn: (number, title) =>
    `Ipinasa ng bumili sa ibang tao ang ticket mong ${number} para sa ${title}. Hindi na magagamit ang code nito.`,
  withdrawnEnd: 'Kung hindi mo ito inaasahan, tanungin ang nagbigay sa iyo ng ticket.',

  replacedSubject: (title) => `May ibang email na ang mga ticket mo: ${title}`,
  replaced: (order, title, organizer) =>
    `Pinalitan ng ${organizer} ang email ng order ${order} para sa ${title}. Hindi na magagamit ang mga ticket, code at link na ipinadala sa email na ito.`,
  replacedButHeld: 'Sa iyo pa rin ang ticket na ipinasa sa iyo.',
  replacedEnd: 'Kung hindi mo ito hiniling, sabihin sa organizer.',

  placesChangedSubject: (title) => `Nagbago ang puwesto mo: ${title}`,
  placesChangedIntro: (quantity, title) =>
    quantity === 1
      ? `Pinalitan ng organizer ang puwesto ng ticket mo para sa ${title}. Narito ito; pareho pa rin ang code.`
      : `May pinalitang puwesto ang organizer sa order mo para sa ${title}. Narito ang ${quantity} ticket mo; pareho pa rin ang mga code.`,
  differencePaid: (amount) => `Bayad na ang dagdag na ${amount}.`,
  costLess: (amount) => `Mas mura ng ${amount} ang mga bagong puwesto.`,

  linksSubject: (organization) => `Ang mga order mo sa ${organization}`,
  linksIntro: (most) =>
    `May humiling ng mga link sa mga order ng email address na ito: pinakabago muna, hanggang ${most}. Kung hindi ikaw ang humiling, balewalain ang email na ito.`,

  refundSubject: (title) => `Refund: ${title}`,
  refundIntro: (count, numbers, title) =>
    count === 1
      ? `Na-refund na ang ticket mong ${numbers[0]} para sa ${title}. Hindi na ito magagamit.`
      : `Na-refund na ang ${count} sa mga ticket mo para sa ${title} at hindi na magagamit: ${numbers.join(', ')}${count > numbers.length ? ' …' : '.'}`,
  moneyOnItsWay: (amount, method) =>
    `Ibinabalik na sa iyo ang ${amount}, sa paraang ginamit mo sa pagbabayad (${method}). Nakadepende sa bank o e-wallet mo kung kailan ito darating.`,

  moneyByHand: (amount, organizer) => `Ibabalik sa iyo ng ${organizer} ang ${amount}.`,
  askForMoney: 'Kung hindi mo pa natatanggap, magtanong sa kanila.',
  moneyInParts: (amount, method, organizer) =>
    `Ibabalik sa iyo ang ${amount} sa paraan ng pagbabayad mo: ipinapadala na ang ibinayad mo sa ${method}, at ang ibinayad mo sa bintana ay ibabalik sa iyo ng ${organizer}.`,
  feeKept: (amount) => `May itinabing bayarin na ${amount}, ayon sa patakaran ng event sa refund.`,
  declinedSubject: (title) => `Walang refund: ${title}`,
  declinedIntro: (organization, title) =>
    `Hindi pinagbigyan ng ${organization} ang hiling mong refund para sa ${title}.`,
  stayValid: (numbers) => `Magagamit pa rin ang mga ticket mo: ${numbers.join(', ')}.`,

  refundRequestedSubject: (title) => `May humihiling ng refund: ${title}`,
  refundRequestedIntro: (tickets, title) =>
    `May bumiling humihiling ng refund ng ${tickets} ticket para sa ${title}. Aprubahan o tanggihan ito sa page ng order.`,
  refundRequestedAmount: 'Refund',
  refundRequestedLink: 'Buksan ang order',
  refundRequestedEnd:
    'Habang naghihintay ang hiling na ito, wala kang matatanggap na email tungkol sa iba sa loob ng isang araw. Binibilang silang lahat sa Home ng dashboard.',

  cancelledSubject: (title) => `Kinansela: ${title}`,
  cancelledIntro: (title, when) => `Ikinalulungkot namin: kinansela ang ${title} na gaganapin sana sa ${when}.`,
  cancelledTickets: (count) =>
    count === 1 ? 'Hindi na magagamit ang ticket mo.' : `Hindi na magagamit ang ${count} ticket mo.`,
  cancelledAfterCheckIn: (count, organizer) =>
    `Hindi kusang ibinabalik ang bayad para sa ${count === 1 ? 'ticket' : `${count} ticket`} na na-check in na bago nito: nasa ${organizer} ang pasya.`,

  changedSubject: (title) => `May nagbago: ${title}`,
  changedIntro: (title) => `May nagbago sa ${title} mula nang bumili ka ng ticket.`,
  changedTickets: 'Magagamit pa rin ang mga ticket; wala kang kailangang gawin.',

  moneyBackSubject: (title) => `Ibinabalik na ang bayad mo para sa ${title}`,
  moneyBackIntro: (title) => `May natanggap kaming bayad mo para sa ${title} na walang nabiling ticket.`,

  pendingSubject: (title) => `Hinihintay ang bayad mo: ${title}`,
  pendingIntro: (title, amount, method) =>
    `Nakareserba sa iyo ang mga puwesto para sa ${title}. Hindi pa pumapasok ang bayad mong ${amount} (${method}).`,
  pendingUntil: (when) =>
    `Kailangang pumasok ito hanggang ${when}. Ipapadala agad sa email ang mga ticket mo kapag pumasok na. Pagkatapos ng oras na iyon, ibebenta ulit ang mga puwesto, at ibabalik ang bayad na nahuli.`,
  pendingLink: 'Tingnan ang kalagayan ng bayad mo',
  releasedSubject: (title) => `Hindi na nakareserba sa iyo ang mga puwesto: ${title}`,
  releasedIntro: (title, when) =>
    `Hindi na inirereserba ng organizer sa iyo ang mga puwesto para sa ${title} na gaganapin sa ${when}.`,
  pendingEnded: (amount, method) =>
    `Hindi na makakabili ng ticket ang bayad mong ${amount} (${method}): ibabalik ang buong halaga pagpasok nito. Kung hindi ka pa nagbabayad, huwag nang magbayad.`,

  joinedSubject: (title) => `Nasa waiting list ka na: ${title}`,
  joinedIntro: (title) => `Nasa waiting list ka na para sa ${title}. Wala ka munang kailangang gawin.`,
  waitingFor: 'Hinihintay mo',
  placeInLine: 'Puwesto mo sa pila nang sumali ka',
  joinedEnd: `Kapag may nabakanteng puwesto at ikaw na ang susunod, padadalhan ka namin ng email at irereserba namin ang mga ito para sa iyo nang ${OFFER_HOURS} oras, o hanggang matapos ang bentahan. Kung hindi ka na pupunta, umalis na lang sa listahan.`,
  openEntry: 'Tingnan ang kalagayan mo, o umalis sa listahan',
  waitingListEnded:
    'Sarado na ang waiting list nito, at wala nang puwestong nakareserba para sa iyo. Wala kang kailangang gawin.',

  offerSubject: (title) => `Ikaw na ang susunod: mga ticket para sa ${title}`,
  offerIntro: (title) =>
    `May nabakanteng puwesto para sa ${title}, at ikaw na ang susunod sa waiting list. Nakareserba ang mga ito para sa iyo.`,
  offered: 'Nakareserba para sa iyo',
  offerUntil: 'Hanggang',
  openOffer: (quantity) => (quantity === 1 ? 'Kunin ang ticket mo' : 'Kunin ang mga ticket mo'),
  offerEnd: (until) =>
    `Sa ${until} mapupunta ang mga ito sa susunod na tao. Kung hindi mo na gusto, ipaubaya na agad sa iba.`,
  declineOffer: 'Umalis sa waiting list',
  waitingFooter: (organization, isAnswered) =>
    `Ipinadala ito ng ${organization} dahil nasa waiting list nito ang email address na ito. ${replies(organization, isAnswered)}`,

  waitedFooter: (organization, isAnswered) =>
    `Ipinadala ito ng ${organization} dahil nasa waiting list nito noon ang email address na ito. ${replies(organization, isAnswered)}`,

  messageFooter: (organization, title, isAnswered) =>
    `Ipinadala ito ng ${organization} dahil sa ticket mo para sa ${title}. ${replies(organization, isAnswered)}`,
  unsubscribe: (organization) => `Huwag nang tumanggap ng mga mensahe ng ${organization}`,

  accountFooter: (organization) =>
    `Nagbebenta ng ticket ang ${organization} gamit ang Takilya. Walang nagbabasa ng mga sagot sa email na ito.`,

  resetSubject: 'Gumawa ng bagong password',
  resetIntro: 'May humiling ng bagong password para sa account mo sa dashboard.',
  resetLink: 'Gumawa ng bagong password',
  resetEnd: (when) =>
    `Isang beses lang magagamit ang link, hanggang ${when}. Hindi ikaw ang humiling? Huwag itong pansinin: hindi magbabago ang password mo.`,

  invitationSubject: (organization) => `Sumali sa ${organization} sa Takilya`,
  invitationIntro: (organization, role) => `Iniimbitahan ka sa dashboard ng ${organization}, bilang ${ROLES[role]}.`,
  invitationLink: 'Tanggapin ang imbitasyon',
  invitationEnd: (when) =>
    `Isang beses lang magagamit ang link, hanggang ${when}. Hindi mo inaasahan ito? Huwag pansinin ang email na ito.`,

  roleWords: (role) => ROLES[role],
  noticeAbout: 'Tungkol sa',
  noticeBy: 'Ginawa ni',
  noticeOperator: 'ang operator ng installation na ito',
  noticeFrom: 'Mula sa',
  browserWords: ({ address, browser, system }) =>
    browser && system ? `${browser} sa ${system}, ${address}` : [browser ?? system, address].filter(Boolean).join(', '),
  noticeEnd:
    'Kung hindi ito tama, bawiin ito sa dashboard, at i-log out ang taong nakasulat sa itaas (Team). Kung maraming ganitong pagbabago sa loob ng isang oras, hindi lahat ay ipinapadala sa email: nasa audit log ang lahat.',
  noticeLink: 'Buksan ang audit log',
  noticeOwnEnd:
    'Kung hindi ikaw ang gumawa nito, gumawa agad ng bagong password. Matatapos nito ang lahat ng log-in mo. Pagkatapos, sabihan ang ibang owner ng organisasyon mo.',
  notices: {
    invitation_sent: ofOrganization(
      'Bagong imbitasyon',
      (organization) => `May ipinadalang imbitasyon sa ${organization}.`,
    ),
    role_changed: ofOrganization(
      'Nabago ang role',
      (organization) => `Binago ang role ng isang member ng ${organization}.`,
    ),
    member_removed: ofOrganization(
      'May inalis na member',
      (organization) => `May inalis na member sa ${organization}.`,
    ),
    api_key_created: ofOrganization(
      'Bagong API key',
      (organization) => `May ginawang API key para sa ${organization}.`,
    ),
    api_key_revoked: ofOrganization(
      'Na-revoke ang API key',
      (organization) => `May na-revoke na API key ng ${organization}.`,
    ),
    payment_account_set: ofOrganization(
      'Nabago ang payment account',
      (organization) =>
        `Sa ibang payment account na pumapasok ang mga bagong bayad sa ${organization}, o iba na ang settings nito.`,
      PROVIDERS,
    ),
    payment_account_removed: ofOrganization(
      'Inalis ang payment account',
      (organization) =>
        `Inalis ang isang payment account ng ${organization}. Hindi na ito tumatanggap ng bagong bayad.`,
      PROVIDERS,
    ),
    two_factor_rule_changed: ofOrganization(
      'Nabago ang patakaran sa two-factor',
      (organization) => `Binago kung kailangan ng bawat member ng ${organization} ang two-factor authentication.`,
      { on: 'Kailangan ng bawat miyembro', off: 'Hindi kailangan' },
    ),
    password_changed: ofPerson('Napalitan ang password mo', 'Pinalitan ang password ng account mo.'),
    password_reset: ofPerson(
      'Napalitan ang password mo',
      'May gumawa ng bagong password gamit ang link mula sa isang email.',
    ),
    two_factor_on: ofPerson(
      'Naka-on ang two-factor authentication',
      'Kailangan na ng ikalawang patunay sa pag-log in sa account mo.',
    ),
    two_factor_off: ofPerson(
      'Naka-off ang two-factor authentication',
      'Hindi na kailangan ng ikalawang patunay sa pag-log in sa account mo.',
    ),
    passkey_added: ofPerson(
      'Bagong passkey',
      'May idinagdag na passkey: nakakapag-log in ito sa account mo nang walang password.',
    ),
    passkey_removed: ofPerson('Inalis ang passkey', 'May inalis na passkey ng account mo.'),
    recovery_codes_replaced: ofPerson(
      'Mga bagong recovery code',
      'May ginawang mga bagong recovery code para sa account mo. Hindi na gumagana ang mga dati.',
    ),
    new_device: ofPerson('Bagong log-in sa account mo', 'Ginamit ang account mo sa device na hindi namin kilala.'),
  },
};
