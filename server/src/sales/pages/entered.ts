import type { Attendee } from '../../checkouts/attendee.ts';
import { MAX_ATTENDEES } from '../../checkouts/attendee.ts';
import type { Checkout } from '../../checkouts/checkout.ts';
import { consentVersion } from '../../events/consent-text.ts';
import { MAX_NAME_LENGTH } from '../../platform/http/contract/fields.ts';
import { isEmail, isStorable } from '../../platform/http/contract/validation.ts';
import { isPersonName } from '../../values/person-name.ts';
import type { EventOfPage } from './queries.ts';

/** What a buyer entered into the payment form. The page shows it again until it is valid. */
export interface Entered {
  /** One for each ticket that is asked about; empty fields are ''. */
  attendees: { name: string; email: string }[];
  /** The version of the words whose box was ticked; '' when none was. */
  consent: string;
  method: string;
  promoCode: string;
}

/** What is wrong with the field with this id. */
export interface Problem {
  field: string;
  rule: 'noName' | 'noEmail' | 'badEmail' | 'badName' | 'noConsent' | 'otherConsent';
  /** From 1. */
  ticket?: number;
}

/** The form that pays, for fields and buttons that stand elsewhere on the page. */
export const PAY_FORM = 'pay';

/** Longer than any field may be. The rest is cut off: a redirect repeats some of it, and clients bound its length. */
const MAX_ENTERED_LENGTH = 1_000;

type Asking = Pick<EventOfPage, 'attendeeDetails' | 'consentText'>;

/** The page of this event asks for something beside the way to pay. */
export const asksForSomething = ({ attendeeDetails, consentText }: Asking): boolean =>
  attendeeDetails !== 'none' || consentText !== null;

/** The number of tickets whose attendee the page asks for. */
export const ticketsAsked = ({ attendeeDetails }: Asking, { quantity }: Pick<Checkout, 'quantity'>): number =>
  attendeeDetails === 'none' ? 0 : Math.min(quantity, MAX_ATTENDEES);

/** Name of the field of a ticket; tickets are numbered from 1. */
export const fieldOf = (ticket: number, part: keyof Attendee): string => `attendee_${ticket}_${part}`;
export const CONSENT_FIELD = 'consent';

export function enteredIn(body: unknown, asked: number): Entered {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value.trim().slice(0, MAX_ENTERED_LENGTH) : '';
  };
  return {
    attendees: Array.from({ length: asked }, (_, index) => ({
      name: text(fieldOf(index + 1, 'name')),
      email: text(fieldOf(index + 1, 'email')),
    })),
    consent: text(CONSENT_FIELD),
    method: text('payment_method'),
    promoCode: text('promo_code'),
  };
}

/** What the fields say before anybody entered anything: what is known already, and the buyer, who mostly comes too. */
export function beforeEntering(checkout: Checkout, event: EventOfPage): Entered {
  const attendees = Array.from({ length: ticketsAsked(event, checkout) }, (_, index) => {
    const { name, email } = checkout.attendees[index] ?? {};
    return { name: name ?? '', email: email ?? '' };
  });
  const [first] = attendees;
  if (first && event.attendeeDetails === 'required' && checkout.attendees.length === 0)
    Object.assign(first, { name: checkout.customer.name, email: checkout.customer.email });
  const consent = event.hasConsented && event.consentText !== null ? consentVersion(event.consentText) : '';
  return { attendees, consent, method: '', promoCode: '' };
}

/** Why nothing can be paid yet, in the order of the page. */
export function problemsOf({ attendees, consent }: Entered, { attendeeDetails, consentText }: Asking): Problem[] {
  const isRequired = attendeeDetails === 'required';
  const problems = attendees.flatMap(({ name, email }, index): Problem[] => {
    const ticket = index + 1;
    const nameRule = name === '' ? isRequired && 'noName' : !isName(name) && 'badName';
    const emailRule = email === '' ? isRequired && 'noEmail' : !isEmail(email) && 'badEmail';
    return [
      ...(nameRule ? [{ field: fieldOf(ticket, 'name'), rule: nameRule, ticket } as const] : []),
      ...(emailRule ? [{ field: fieldOf(ticket, 'email'), rule: emailRule, ticket } as const] : []),
    ];
  });
  if (consentText !== null && consent !== consentVersion(consentText))
    problems.push({ field: CONSENT_FIELD, rule: consent === '' ? 'noConsent' : 'otherConsent' });
  return problems;
}

const isName = (text: string) => text.length <= MAX_NAME_LENGTH && isStorable(text) && isPersonName(text);
