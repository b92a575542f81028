import { type Static, Type } from 'typebox';
import {
  BrowserUrl,
  Email,
  MAX_PHONE_LENGTH,
  Name,
  optional,
  PersonName,
  Pesos,
  Text,
  Uuid,
} from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { MAX_ANSWER_LENGTH, MAX_QUESTIONS } from '../questions/question.ts';
import { LANGUAGES } from '../values/language.ts';
import { MAX_ATTENDEES } from './attendee.ts';
import { AttributionInput } from './attribution-schemas.ts';

/** Promo codes are shorter; the input may have spaces around it. */
const MAX_PROMO_CODE_LENGTH = 200;

/** A pass has 43 characters. Anything of up to this length that is none is a 409. */
const MAX_ADMISSION_LENGTH = 1_000;

/** Longer than any UUID, member number or hashed id. */
const MAX_BUYER_REFERENCE_LENGTH = 200;

export const LanguageSchema = Enum('Language', 'A language of pages and e-mails.', LANGUAGES);

const NewAnswer = Model('AnswerInput', 'An answer to a question of the event.', {
  question_id: Uuid(),
  value: Text(
    MAX_ANSWER_LENGTH,
    'An option, a date such as 2027-03-01, `true` or `false` for a box; empty: no answer.',
  ),
});

export const NewAnswers = (description: string) =>
  Type.Optional(
    Type.Unsafe<Static<typeof NewAnswer>[] | null>({
      type: ['array', 'null'],
      items: NewAnswer,
      maxItems: MAX_QUESTIONS,
      description,
    }),
  );

const NewAttendee = Model('AttendeeInput', 'The person a ticket is for. Omitted fields are the customer’s.', {
  name: optional(PersonName('Full name')),
  email: optional(Email()),
  answers: NewAnswers('To questions with `asked_of` `ticket`.'),
});

export const NewAttendees = Type.Unsafe<Static<typeof NewAttendee>[] | null>({
  type: ['array', 'null'],
  items: NewAttendee,
  maxItems: MAX_ATTENDEES,
  description: 'In the order of the tickets. Omitted ones are the customer. The page asks too if the event does.',
});

export const NewCustomer = Model('CustomerInput', 'The buyer. Tickets are sent to the e-mail address.', {
  name: PersonName('Full name'),
  email: Email(),
  phone: optional(Text(MAX_PHONE_LENGTH)),
});

/** Each item is another tier or section: more would be an order that no buyer can check at a glance. */
export const MAX_ITEMS = 20;

/** A school that books a block of seats has a few hundred. */
const MAX_SEAT_IDS = 1_000;

export const SeatIds = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: Uuid(),
  maxItems: MAX_SEAT_IDS,
  description:
    'Chosen seats, from `GET /events/{id}/seats`, in the order of the tickets: all or none. In a checkout 409 ' +
    'where the service assigns the seats, and required where the buyer has to choose.',
});

const UnitPrice = () => Pesos('Only where price_mode is chosen: what the buyer pays for each. Default: its price.');

const NewCheckoutItem = Model('CheckoutItemInput', 'Places of one tier, in one section if the event has seats.', {
  tier_id: optional(Uuid('The default tier when omitted.')),
  section_id: optional(Uuid('Required for a seated event, refused for any other.')),
  quantity: optional(Type.Integer({ minimum: 1, description: 'Required without `seat_ids`.' })),
  seat_ids: Type.Optional(SeatIds),
  unit_price: optional(UnitPrice()),
});

const NewCheckoutItems = Type.Unsafe<Static<typeof NewCheckoutItem>[] | null>({
  type: ['array', 'null'],
  items: NewCheckoutItem,
  minItems: 1,
  maxItems: MAX_ITEMS,
  description:
    'Several tiers or sections, all or none. Instead of `tier_id`, `section_id`, `quantity`, `seat_ids` and `unit_price`.',
});

export const RequiredItems = (description: string) =>
  Type.Unsafe<Static<typeof NewCheckoutItem>[]>({
    type: 'array',
    items: NewCheckoutItem,
    minItems: 1,
    maxItems: MAX_ITEMS,
    description,
  });

export const NewCheckout = Model(
  'CheckoutInput',
  'The places to hold, the buyer, and where the browser goes afterwards.',
  {
    event_id: Uuid(),
    tier_id: optional(Uuid('The default tier when omitted.')),
    section_id: optional(Uuid('Required for a seated event, refused for any other.')),
    quantity: optional(Type.Integer({ minimum: 1, description: 'Required without `items` and without `seat_ids`.' })),
    seat_ids: Type.Optional(SeatIds),
    unit_price: optional(UnitPrice()),
    items: Type.Optional(NewCheckoutItems),
    customer: NewCustomer,
    language: optional(
      described(
        LanguageSchema,
        'Language of the page and e-mails until the buyer chooses another. Default: that of the browser.',
      ),
    ),
    buyer_reference: optional(
      Name(MAX_BUYER_REFERENCE_LENGTH, 'Your own name of the buyer, such as a member number, for max_per_buyer.'),
    ),
    attendees: Type.Optional(NewAttendees),
    answers: NewAnswers('To questions with `asked_of` `order`. The page asks those that are missing.'),
    attribution: optional(AttributionInput),
    promo_code: optional(Name(MAX_PROMO_CODE_LENGTH, 'Can also be entered on the page.')),
    admission: optional(Text(MAX_ADMISSION_LENGTH, 'The pass of the waiting room, where the event has one.')),
    success_url: BrowserUrl('Where the browser goes after payment, with checkout_id and order_id in its query.'),
    cancel_url: optional(BrowserUrl('Link on the page for buyers who change their mind.')),
  },
);

export const CustomerChanges = Model('CustomerChanges', 'Omitted fields stay.', {
  name: Type.Optional(PersonName('Full name')),
  email: Type.Optional(Email()),
  phone: optional(Text(MAX_PHONE_LENGTH)),
});

export const CheckoutChanges = Model('CheckoutChanges', 'What changes before paying. Omitted fields stay.', {
  items: Type.Optional(
    RequiredItems('All items from now on. An item of before with no more tickets keeps its first seats.'),
  ),
  other_seats: Type.Optional(
    Type.Boolean({ description: 'true: other seats than now, which are free once the new ones are held.' }),
  ),
  customer: Type.Optional(CustomerChanges),
  promo_code: optional(Name(MAX_PROMO_CODE_LENGTH, 'Replaces the code; null removes it.')),
  attendees: Type.Optional(NewAttendees),
});
