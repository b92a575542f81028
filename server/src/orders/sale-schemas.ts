import { type Static, Type } from 'typebox';
import { attendeesFrom } from '../checkouts/attendee.ts';
import { sentAnswers } from '../checkouts/given-answers.ts';
import { LanguageSchema, NewAnswers, NewAttendees } from '../checkouts/request-schemas.ts';
import { ExpectedPesos, Name, optional, Text } from '../platform/http/contract/fields.ts';
import { described, Enum } from '../platform/http/contract/models.ts';
import { centavosFromPesos } from '../values/money.ts';
import { MANUAL_METHODS } from '../values/payment-method.ts';
import { MAX_NOTE_LENGTH, MAX_REFERENCE_LENGTH } from './order.ts';

export const ManualMethodSchema = Enum(
  'ManualPaymentMethod',
  'CASH: taken at the box office. EXTERNAL: paid elsewhere. COMP: given away, the total is 0.',
  MANUAL_METHODS,
);

/** Fields of every sale at the window: the names on the tickets, and the payment. */
export const saleFields = {
  attendees: Type.Optional(NewAttendees),
  answers: NewAnswers('To questions with `asked_of` `order`. None has to be answered at the window.'),
  payment_method: ManualMethodSchema,
  reference: optional(Name(MAX_REFERENCE_LENGTH, 'Your own number of the payment, such as that of a receipt.')),
  total_amount: optional(ExpectedPesos('That the buyer was told: 409 if it is another one now. At most two decimals.')),
  note: optional(Text(MAX_NOTE_LENGTH, 'Your own words about the order; the buyer does not see them.')),
  language: optional(described(LanguageSchema, 'Language of e-mails and tickets.')),
};

export const saleFrom = ({ total_amount: total, ...body }: Static<Type.TObject<typeof saleFields>>) => ({
  attendees: attendeesFrom(body.attendees ?? []),
  answers: sentAnswers(body),
  method: body.payment_method,
  reference: body.reference ?? null,
  note: body.note ?? null,
  agreedCentavos: typeof total === 'number' ? centavosFromPesos(total) : null,
  language: body.language ?? null,
  sendsTickets: true,
});
