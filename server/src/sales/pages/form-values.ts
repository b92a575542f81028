import type { Attendee } from '../../checkouts/attendee.ts';
import { MAX_ATTENDEES } from '../../checkouts/attendee.ts';
import type { Checkout } from '../../checkouts/checkout.ts';
import { consentVersion } from '../../events/consent-text.ts';
import { isEmail, isNameOfPerson } from '../../platform/http/contract/validation.ts';
import { fieldsOf, textsOf } from '../../platform/http/pages/form-texts.ts';
import { EMAIL_FIELD, NAME_FIELD, readOrderFields } from './order-fields.ts';
import type { EventOfPage } from './queries.ts';
import { findAnswerProblems, initialAnswers, isAnswerField, type QuestionProblem } from './question-values.ts';

/** What a buyer entered into the payment form. The page shows it again until it is valid. */
export interface FormValues {
  /** One for each ticket; empty fields are ''. */
  attendees: { name: string; email: string }[];
  /** The version of the text whose checkbox was ticked; '' when none was. */
  consent: string;
  /** To the organizer's questions, by the names of the fields. */
  answers: Map<string, string>;
  method: string;
  promoCode: string;
  /** The total that the buyer saw, in centavos. */
  total: string;
  /** The order's fields as the buyer saw them; empty when the page did not say. */
  shown: ReadonlyMap<string, string>;
  /** The order's fields that the buyer changed. */
  typed: ReadonlyMap<string, string>;
  otherSeats: boolean;
}

/** What is wrong with the field with this id. */
export interface Problem {
  field: string;
  rule: 'noName' | 'noEmail' | 'badEmail' | 'badName' | 'noConsent' | 'otherConsent' | QuestionProblem['rule'];
  /** Number of the ticket, from 1. */
  ticket?: number;
  /** The question. */
  label?: string;
}

/** Id of the payment form, for fields and buttons elsewhere on the page. */
export const PAY_FORM = 'pay';

type Asking = Pick<EventOfPage, 'attendeeDetails' | 'consentText' | 'admissions' | 'asked'>;

/** Whether the page of this event asks for more than the payment method. */
export const asksForDetails = ({ attendeeDetails, consentText, asked }: Asking): boolean =>
  attendeeDetails !== 'none' || consentText !== null || asked.length > 0;

/** The number of tickets whose attendee the page asks for. */
export const askedTicketCount = ({ attendeeDetails, admissions }: Asking): number =>
  attendeeDetails === 'none' ? 0 : Math.min(admissions, MAX_ATTENDEES);

/** Name of the field of a ticket; tickets are numbered from 1. */
export const attendeeFieldName = (ticket: number, part: keyof Attendee): string => `attendee_${ticket}_${part}`;
export const CONSENT_FIELD = 'consent';

/** Tickets have the numbers that they had on the page: `moveValues` gives them those of the order as it is now. */
export function readFormValues(body: unknown): FormValues {
  const fields = fieldsOf(body);
  const text = textsOf(body);
  return {
    attendees: Array.from({ length: MAX_ATTENDEES }, (_, index) => ({
      name: text(attendeeFieldName(index + 1, 'name')),
      email: text(attendeeFieldName(index + 1, 'email')),
    })),
    consent: text(CONSENT_FIELD),
    answers: new Map(
      Object.keys(fields)
        .filter(isAnswerField)
        .map((name) => [name, text(name)]),
    ),
    method: text('payment_method'),
    promoCode: text('promo_code'),
    total: text('total'),
    ...readOrderFields(body),
    otherSeats: text('change') === 'seats',
  };
}

/** Initial values of the fields: what is already known. The first attendee is the buyer, who usually comes too. */
export function initialValues(checkout: Checkout, event: EventOfPage): FormValues {
  const attendees = Array.from({ length: askedTicketCount(event) }, (_, index) => {
    const { name, email } = checkout.attendees[index] ?? {};
    return { name: name ?? '', email: email ?? '' };
  });
  const [first] = attendees;
  if (first && event.attendeeDetails === 'required' && checkout.attendees.length === 0)
    Object.assign(first, { name: checkout.customer.name, email: checkout.customer.email });
  const consent = event.hasConsented && event.consentText !== null ? consentVersion(event.consentText) : '';
  return { ...readFormValues({}), attendees, consent, answers: initialAnswers(event.answers) };
}

/**
 * The first attendee, whom the page filled in as the buyer, follows a correction of the buyer: name and e-mail each,
 * while they are those that the page showed for the buyer.
 */
export function followBuyer(values: FormValues, { customer }: Checkout, { attendeeDetails }: Asking): FormValues {
  const [first, ...others] = values.attendees;
  if (!first || attendeeDetails !== 'required') return values;
  const name = first.name === values.shown.get(NAME_FIELD) ? customer.name : first.name;
  const email = first.email === values.shown.get(EMAIL_FIELD) ? customer.email : first.email;
  return { ...values, attendees: [{ name, email }, ...others] };
}

/** The errors that prevent the payment, in the order of the fields. */
export function findProblems(
  { attendees, consent, answers }: FormValues,
  { attendeeDetails, consentText, asked }: Asking,
): Problem[] {
  const isRequired = attendeeDetails === 'required';
  const problems = attendees.flatMap(({ name, email }, index): Problem[] => {
    const ticket = index + 1;
    const nameRule = name === '' ? isRequired && 'noName' : !isNameOfPerson(name) && 'badName';
    const emailRule = email === '' ? isRequired && 'noEmail' : !isEmail(email) && 'badEmail';
    return [
      ...(nameRule ? [{ field: attendeeFieldName(ticket, 'name'), rule: nameRule, ticket } as const] : []),
      ...(emailRule ? [{ field: attendeeFieldName(ticket, 'email'), rule: emailRule, ticket } as const] : []),
    ];
  });
  problems.push(...findAnswerProblems(answers, asked));
  if (consentText !== null && consent !== consentVersion(consentText))
    problems.push({ field: CONSENT_FIELD, rule: consent === '' ? 'noConsent' : 'otherConsent' });
  return problems;
}
