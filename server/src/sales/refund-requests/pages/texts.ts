import type { Language } from '../../../values/language.ts';

/** Texts of the page where a buyer gives tickets back. */
const english = {
  title: 'Ask for a refund',
  until: (when: string) => `You can ask until ${when}.`,
  automatic: 'The tickets are refunded at once.',
  request: 'The organizer decides, and answers by e-mail. Until then the tickets stay valid.',
  fee: (percent: number, fixed: string | null) =>
    `The organizer keeps ${[percent > 0 && `${percent} % of the price`, fixed].filter(Boolean).join(' and ')} of each ticket.`,
  noFee: 'The whole price is refunded.',
  which: 'Which tickets?',
  none: 'Please choose at least one ticket.',
  next: 'Continue',
  confirm: 'Give these tickets back?',
  amount: (back: string, kept: string | null) =>
    kept === null ? `You get ${back} back.` : `You get ${back} back. The organizer keeps ${kept}.`,
  final: 'The tickets become invalid at once. This cannot be undone.',
  refundNow: 'Refund the tickets',
  requestNow: 'Send the request',
  keep: 'Keep the tickets',
  withdraw: 'Withdraw the request?',
  keptAfterwards: 'The organizer decides nothing then, and no money is refunded.',
  notAgain: 'The time to ask for a refund is over: you cannot ask again.',
  withdrawNow: 'Withdraw the request',
  keepRequest: 'Keep the request',
};

export const refundTexts: Record<Language, typeof english> = {
  en: english,
  fil: {
    title: 'Humiling ng refund',
    until: (when) => `Puwede kang humiling hanggang ${when}.`,
    automatic: 'Ire-refund agad ang mga ticket.',
    request:
      'Ang organizer ang magpapasya, at sasagot sa email. Magagamit pa ang mga ticket hanggang sa panahong iyon.',
    fee: (percent, fixed) =>
      `Itatabi ng organizer ang ${[percent > 0 && `${percent} % ng presyo`, fixed].filter(Boolean).join(' at ')} ng bawat ticket.`,
    noFee: 'Ire-refund ang buong presyo.',
    which: 'Aling mga ticket?',
    none: 'Pumili ng kahit isang ticket.',
    next: 'Magpatuloy',
    confirm: 'Ibabalik ba ang mga ticket na ito?',
    amount: (back, kept) =>
      kept === null
        ? `Maibabalik sa iyo ang ${back}.`
        : `Maibabalik sa iyo ang ${back}. Itatabi ng organizer ang ${kept}.`,
    final: 'Hindi na agad magagamit ang mga ticket. Hindi na ito mababawi.',
    refundNow: 'I-refund ang mga ticket',
    requestNow: 'Ipadala ang hiling',
    keep: 'Huwag ibalik',
    withdraw: 'Babawiin ba ang hiling?',
    keptAfterwards: 'Wala nang pagpapasyahan ang organizer, at walang ibabalik na bayad.',
    notAgain: 'Tapos na ang panahon ng paghiling ng refund: hindi ka na makakahiling ulit.',
    withdrawNow: 'Bawiin ang hiling',
    keepRequest: 'Huwag bawiin',
  },
};
