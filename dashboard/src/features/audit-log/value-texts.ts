import type { Language } from '../../language/translations.ts';
import { statusTexts } from '../../table/status-texts.ts';
import { texts as attendees } from '../attendees/texts.ts';
import { reservationTexts } from '../box-office/reservation-texts.ts';
import { texts as checkIn } from '../check-in/texts.ts';
import { texts as events } from '../events/texts.ts';
import { texts as waitingList } from '../events/waiting-list-texts.ts';
import { texts as keys } from '../keys/texts.ts';
import { texts as orders } from '../orders/texts.ts';
import { texts as promoCodes } from '../promo-codes/texts.ts';
import { texts as questions } from '../questions/texts.ts';
import { texts as seating } from '../seating/texts.ts';
import { texts as team } from '../team/texts.ts';
import { texts as webhooks } from '../webhooks/texts.ts';
import { fieldTexts } from './field-texts.ts';
import { texts } from './texts.ts';

/** What the values of each field of the audit log are called, where they are choices: as in the form. */
const valuesIn = (language: Language) => {
  const { methods } = orders[language];
  const { changed, ...fields } = fieldTexts[language];
  return {
    status: { ...texts[language].checkoutStatuses, ...waitingList[language].statuses, ...statusTexts[language] },
    role: team[language].roles,
    event_type: events[language].types,
    attendee_details: events[language].attendeeDetailsChoices,
    allowed: events[language].refundChoices,
    price_mode: events[language].tierPriceModes,
    asked_of: questions[language].askedOfs,
    kind: questions[language].kinds,
    passes: checkIn[language].passesChoices,
    selection_mode: seating[language].modes,
    discount_type: promoCodes[language].kinds,
    events: webhooks[language].typeTexts,
    payload: webhooks[language].payloadTexts,
    scopes: keys[language].scopeTexts,
    state: reservationTexts[language].states,
    direction: attendees[language].directions,
    erased: texts[language].erasedAs,
    payment_method: methods,
    payment_method_order: methods,
    methods,
    changed: fields,
    attendee: { changed },
  };
};

export const valueTexts = { en: valuesIn('en'), fil: valuesIn('fil') };
