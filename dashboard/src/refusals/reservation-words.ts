import type { RefusalTexts } from './refusal-texts.ts';

const STATES: Record<string, string> = { picked_up: 'nakuha na', let_go: 'binitawan na', ended: 'tapos na ang oras' };

/** Why places cannot be kept for a name, or picked up. */
export const reservationWords: Record<'en' | 'fil', RefusalTexts> = {
  en: {
    until_after_event: 'The places can be kept until the end of the event at most',
    buyer_email_required: 'Enter an e-mail address: the tickets are sent there',
    fewer_places_kept: ({ left }) =>
      left === 0 ? 'None of these places are kept any more' : `Only ${left} of these places are kept`,
    seat_not_kept: 'One of the seats is no longer kept: reload the page',
  },
  fil: {
    reservation_not_found: 'Hindi nahanap ang mga nakatabing puwesto',
    reservation_not_kept: ({ state }) => `Hindi na nakatabi ang mga puwesto: ${STATES[String(state)] ?? 'wala na'}`,
    too_many_reservations: ({ max }) => `Hanggang ${max} pangalan lang ang puwedeng pagtabihan ng isang event`,
    max_per_reservation: ({ max }) => `Hanggang ${max} puwesto lang ang maitatabi para sa isang pangalan`,
    until_after_event: 'Hanggang sa katapusan lang ng event maitatabi ang mga puwesto',
    buyer_email_required: 'Maglagay ng email address: doon ipapadala ang mga ticket',
    fewer_places_kept: ({ left }) =>
      left === 0 ? 'Wala na sa mga puwestong ito ang nakatabi' : `${left} na lang sa mga puwestong ito ang nakatabi`,
    seat_not_kept: 'Hindi na nakatabi ang isa sa mga upuan: i-reload ang page',
  },
};
