import type { RefusalTexts } from './refusal-texts.ts';
import { ruleWords } from './rule-words.ts';

const RELATIONS: Record<string, string> = {
  after: 'must be after',
  before: 'must be before',
  'not after': 'must not be after',
};

/** What the server says in the names of its fields, in the words of the forms. All else it says well enough itself. */
export const english: RefusalTexts = {
  unreachable: 'The server cannot be reached',
  unexplained: ({ status }) => `The server answered ${status} without saying why`,

  invalid_field: ({ field, rule }) => `${field} must be ${ruleWords('en', rule)}`,
  missing_field: ({ field }) => `${field} is required`,
  fields_out_of_order: ({ field, relation, other }) => `${field} ${RELATIONS[String(relation)]} ${other}`,
  time_not_in_future: ({ field }) => `${field} must be in the future`,
  fields_exclude_each_other: ({ field, other }) => `${field} must not be sent with ${other}`,

  coordinates_incomplete: 'Latitude and longitude must be given together, or neither',
  capacity_set_by_seats: 'The capacity of a seated event is its number of seats: change the seat map',
  capacity_too_small: ({ sold, held }) => `The capacity cannot be below the ${sold} sold and ${held} held places`,
  no_tier_to_price: 'The price cannot be set: the event has no ticket tier',
  quantity_set_by_seats: 'The size of this tier is the number of seats that it prices: change the seat map',
  quantity_too_small: ({ sold, held }) => `The tier cannot be smaller than its ${sold} sold and ${held} held places`,
  tier_in_use: 'Places of this tier were sold or held: take it off sale instead',

  usage_limit_too_small: ({ used, held }) => `The limit cannot be below the ${used} uses and ${held} held`,
  percentage_too_large: ({ max }) => `A percentage is from 0.01 to ${max}`,

  url_not_https: ({ field }) => `${field} must begin with https://`,
  url_with_credentials: ({ field }) => `${field} must not contain a user name or password`,
  url_not_public: ({ field }) => `${field} must not point to a private or local address`,
  webhook_inactive: 'The webhook is switched off: switch it on first',

  secret_key_refused: ({ field, provider }) => `${field}: ${provider} does not take this one`,
  password_guessable: 'This password is easy to guess. Use three or four words that have nothing to do with each other',
  wrong_new_code: ({ field }) => `${field} must be what the app shows now`,
  already_checked_in: 'The ticket was used already',
  scanned_in_future: 'The clock of this device is fast',
  scanned_too_long_ago: ({ max_days }) => `The scan is older than ${max_days} days`,

  label_repeated: ({ label }) => `“${label}” is the name of two sections, or of two rows of a section`,
  tier_not_in_plan: ({ of }) =>
    of === 'event' ? 'A section has a price of another event' : 'A row has a price that its section does not have',
  tier_repeated: 'A section or a row has the same price twice',
  seat_repeated: ({ seat }) => `A row has seat ${seat} twice`,
  row_without_seats: 'A row has no seats',
  too_many_seats: ({ max }) => `The plan has more than ${max} seats`,
};
