import { translations } from '../language/translations.ts';

export const texts = translations({
  en: {
    choose: (name: string) => `Choose ${name}`,
    chosen: (count: number) => `${count} chosen`,
    allOnPage: (count: number) => `All on this page (${count})`,
    first: (count: number) => `The first ${count}`,
    all: (count: number) => `All (${count})`,
    resend: 'Resend tickets',
    refund: 'Refund',
    csv: 'CSV of these',
    orders: (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`,
    tickets: (count: number) => `${count} ${count === 1 ? 'ticket' : 'tickets'}`,
    refundQuestion: (what: string, amount: string) =>
      `Refund ${what}, ${amount} in all? The tickets become invalid, and their places go back on sale. This cannot be undone.`,
    refundSubmit: (what: string, amount: string) => `Refund ${amount} for ${what}`,
    refundSkipped: (count: number) => `Nothing is left to refund of ${count} that you chose.`,
    refundByHand: 'What was paid in cash or elsewhere, you give back yourself: that refund is only noted.',
    progress: (ended: number, all: number) => `${ended} of ${all} done`,
    result: (succeeded: number, failed: number) =>
      failed === 0 ? `Done: ${succeeded}` : `Done: ${succeeded}. Failed: ${failed}`,
    again: 'Try the failed ones again',
    leave: 'Not everything is done yet. Leave the page? What has not begun is not done.',
  },
  fil: {
    choose: (name) => `Piliin ang ${name}`,
    chosen: (count) => `${count} ang napili`,
    allOnPage: (count) => `Lahat sa page na ito (${count})`,
    first: (count) => `Ang unang ${count}`,
    all: (count) => `Lahat (${count})`,
    resend: 'Ipadala ulit ang mga ticket',
    refund: 'I-refund',
    csv: 'CSV ng mga ito',
    orders: (count) => `${count} order`,
    tickets: (count) => `${count} ticket`,
    refundQuestion: (what, amount) =>
      `Ire-refund ba ang ${what}, ${amount} lahat-lahat? Hindi na magagamit ang mga ticket, at ibebenta ulit ang mga puwesto. Hindi na ito mababawi.`,
    refundSubmit: (what, amount) => `I-refund ang ${amount} para sa ${what}`,
    refundSkipped: (count) => `Wala nang maire-refund sa ${count} sa mga pinili mo.`,
    refundByHand: 'Ikaw ang magbabalik ng perang binayad nang cash o sa ibang paraan: itatala lang ang refund na iyon.',
    progress: (ended, all) => `${ended} sa ${all} ang tapos`,
    result: (succeeded, failed) =>
      failed === 0 ? `Tapos: ${succeeded}` : `Tapos: ${succeeded}. Hindi natuloy: ${failed}`,
    again: 'Subukan ulit ang mga hindi natuloy',
    leave: 'May hindi pa tapos. Aalis ka ba sa page? Hindi na gagawin ang hindi pa nasisimulan.',
  },
});
