import { holdWords } from './hold-words.ts';
import { importWords } from './import-words.ts';
import { pesos, type RefusalTexts } from './refusal-texts.ts';
import { reservationWords } from './reservation-words.ts';
import { ruleWords } from './rule-words.ts';

const RELATIONS: Record<string, string> = {
  after: 'must be after',
  before: 'must be before',
  'not after': 'must not be after',
};
const EVENT_STATES: Record<string, string> = {
  draft: 'a draft',
  active: 'on sale',
  paused: 'paused',
  hidden: 'hidden',
  sold_out: 'sold out',
  cancelled: 'cancelled',
  completed: 'closed',
};

const ANSWERS: Record<string, string> = {
  text: 'An answer is too long.',
  choice: 'Choose one of the answers of the list.',
  checkbox: 'A box is ticked or not.',
  date: 'An answer is not a date.',
};

const reload = 'The server did not understand the request. Reload the page and try again.';
const loggedOut = 'You are logged out. Log in in another tab, then try again here: what you typed stays.';
const busy = 'The server is busy. Try again in a moment.';

/**
 * Refusals that the server words for programs (with the names of API fields, or of HTTP) in the words of the forms. The
 * server's own message is shown for every other code.
 */
export const english: RefusalTexts = {
  ...holdWords.en,
  ...reservationWords.en,
  ...importWords.en,
  unreachable: 'The server cannot be reached. Check your internet connection.',
  not_available: 'This is not available on this server.',
  timed_out: 'The server did not answer in time. Try again in a moment.',
  minimum_of_fixed_price: 'Only a price that buyers choose has a minimum.',
  price_below_minimum: 'The price cannot be below the minimum.',
  admission_fixed: 'Whether a tier admits people never changes. Create another tier.',
  page_not_loaded: 'Check your internet connection. The page that you came from still works: go back to it.',
  unexplained: ({ status }) => `The server answered ${status} and gave no reason. Try again later.`,

  invalid_field: ({ field, rule }) => `${field} must be ${ruleWords('en', rule)}`,
  missing_field: ({ field }) => `${field} is required`,
  fields_out_of_order: ({ field, relation, other }) => `${field} ${RELATIONS[String(relation)]} ${other}`,
  time_not_in_future: ({ field }) => `${field} must be in the future`,
  question_not_asked: 'The event does not ask this question any more. Reload the page.',
  question_answered_twice: 'A question has two answers. Reload the page.',
  invalid_answer: ({ kind }) => ANSWERS[String(kind)] ?? 'An answer does not fit its question.',
  fields_exclude_each_other: ({ field, other }) => `${field} cannot be used together with ${other}`,
  missing_body: reload,
  invalid_json: reload,
  invalid_encoding: reload,
  body_not_object: reload,
  unsupported_media_type: reload,
  content_length_mismatch: reload,
  invalid_request: reload,
  invalid_idempotency_key: reload,
  idempotency_answer_erased: reload,
  idempotency_key_reused: reload,
  route_not_found: reload,
  picture_type_unsupported: 'This file is not a picture. Choose a PNG, JPEG, WebP or AVIF file.',
  body_too_large: 'The text is too long. Shorten it and try again.',
  idempotency_key_in_use: 'The previous request is still running. Wait a moment.',

  // Without its session the dashboard is a program without a key.
  invalid_api_key: loggedOut,
  not_logged_in: loggedOut,
  wrong_host: 'This address is not one of the server. Open the dashboard at its usual address.',
  cross_site_request: 'The request did not come from a page of this server. Reload the page and try again.',
  rate_limited: ({ retry_after_seconds }) => `Too many requests. Try again in ${retry_after_seconds} seconds.`,
  internal_error: 'Something went wrong on the server. Try again later.',
  overloaded: busy,
  too_many_readers: busy,
  database_unavailable: 'The database does not respond. Try again in a moment.',
  disk_full: 'The disk of the server is full. Ask the operator of this installation to make room.',
  starting: 'The server is starting. Try again in a moment.',
  shutting_down: 'The server is shutting down. Try again in a moment.',

  passkey_needed: 'The password is not enough. Use your passkey, or enter a recovery code.',
  wrong_code: 'The code is wrong or was already used. Wait for the next one, or use a recovery code.',
  member_of_nothing: 'You are no longer a member of any organization. Ask an owner to invite you.',
  password_guessable:
    'This password is easy to guess: it is common, or made of your names. Use three or four unrelated words.',
  password_needed: 'Enter your password again to do this.',
  shown_for_another:
    'Another person logged in in another tab, or you are no longer a member of this organization. Reload this page.',
  person_required: 'API keys cannot do this. Log in to the dashboard.',
  door_link_not_enough: 'A door link can only check in tickets. Log in to the dashboard.',
  too_many_door_links: ({ max }) => `This event has ${max} active door links. Revoke those that no door uses any more.`,
  door_link_too_long: ({ max_days }) => `A door link works for at most ${max_days} days`,
  too_many_api_keys: ({ max }) => `There are already ${max} active API keys. Revoke keys that are no longer used.`,
  wrong_new_code: ({ field }) => `${field} must be the code that the app shows now`,
  codes_already_on: 'Two-factor authentication is already on. Turn it off first.',
  no_secret_to_confirm: 'There is no key to confirm. Start the setup again.',
  codes_already_off: 'Two-factor authentication is already off',
  two_factor_required: 'This organization requires two-factor authentication. Turn it on in the settings.',
  link_over: 'This link has expired or was already used. Ask for a new one.',
  last_owner: 'An organization needs an owner. Make another member an owner first.',
  email_already_member: ({ email }) => `${email} is already a member`,
  first_member_not_owner: 'The first member of an organization must be an owner',
  already_member: 'You are already a member',
  account_made_meanwhile: 'An account with this address was just created. Enter its password.',

  coordinates_incomplete: 'Enter both latitude and longitude, or neither',
  invalid_status_change: ({ from, to }) =>
    `An event that is ${EVENT_STATES[String(from)]} cannot become ${EVENT_STATES[String(to)]}`,
  too_many_dates: ({ max, coming }) => `A series has at most ${max} dates to come, and this one has ${coming}.`,
  date_out_of_years: 'A date is too far in the past or in the future.',
  no_new_date: 'The series already has a date at each of these times.',
  sales_end_before_start: ({ tier }) =>
    `Sales of ${tier} would end before they start. Change the sales of the tier first.`,
  capacity_set_by_seats: 'The capacity is the number of seats. Change it in the seat map.',
  capacity_too_small: ({ sold, held }) => `The capacity cannot be below the ${sold} sold and ${held} held tickets`,
  slug_taken: 'This address is taken. Choose another one.',
  too_many_slugs: ({ max }) => `The address was changed too often: at most ${max} addresses are kept.`,
  no_tier_to_price: 'The event has no ticket tier. Add a tier to set a price.',
  quantity_set_by_seats: 'The quantity is the number of seats of this tier. Change it in the seat map.',
  quantity_too_small: ({ sold, held }) => `The quantity cannot be below the ${sold} sold and ${held} held tickets`,
  tier_in_seating_plan: 'The seat map uses this tier. Remove it there first.',
  tier_followed: 'Another tier follows this one. Change that tier first.',
  followed_tier_not_found: 'The tier to follow is not there any more. Choose another one.',
  tiers_follow_in_circle: 'The tiers would follow each other in a circle. Choose another tier.',
  tier_opened_by_code: 'A promo code opens this tier. Change the promo code first.',
  tier_in_use: 'Tickets of this tier were sold or are held. Make the tier inactive instead.',

  question_fixed: 'What is asked of whom never changes. Delete the question, and add another one.',
  options_required: 'Enter at least one option',
  options_not_expected: 'Only a choice has options',
  same_option_twice: ({ option }) => `The option “${option}” is there twice`,
  question_of_add_on: 'Nobody is admitted with an add-on. Ask once per order instead.',

  seating_plan_in_use: ({ sold, held }) =>
    `Rows, aisles and tiers cannot be changed: ${sold} seats are sold and ${held} are held`,
  label_repeated: ({ label }) => `Two sections, or two rows of a section, have the label “${label}”`,
  tier_not_in_plan: ({ of }) =>
    of === 'event' ? 'A section has a tier of another event' : 'A row has a tier that its section does not have',
  tier_repeated: 'A section or a row has the same tier twice',
  blocked_seat_not_in_row: ({ seat }) => `A row has no seat ${seat} to block`,
  seat_repeated: ({ seat }) => `A row has seat ${seat} twice`,
  row_without_seats: 'Every row needs at least one seat',
  too_many_seats: ({ max }) => `A seat map has at most ${max} seats`,

  discount_required: 'Enter a discount, or choose hidden tiers that the code opens.',
  opened_tier_not_found: 'A hidden tier is not there any more. Reload the page.',
  promo_code_exists: ({ promo_code }) => `The promo code ${promo_code} already exists`,
  usage_limit_too_small: ({ used, held }) => `The usage limit cannot be below the ${used} uses and ${held} held`,
  percentage_too_large: ({ max }) => `A percentage must be from 0.01 to ${max}`,

  ticket_not_refundable: ({ status }) => `The ticket cannot be refunded: it is ${status}`,
  refund_amount_changed: ({ amount }) => `The refund is ${pesos('en', amount)} now: nothing was refunded`,
  already_checked_in: 'The ticket was already used',
  checked_in_again: 'Another scan has checked the ticket in since. That check-in stays.',
  already_entered: ({ list }) =>
    `The ticket already entered at ${(list as { name?: string } | null)?.name ?? 'the gate'}`,
  scanned_in_future: 'The clock of this device is fast. Set it right.',
  scanned_too_long_ago: ({ max_days }) => `The scan is older than ${max_days} days`,

  url_not_https: ({ field }) => `${field} must start with https://`,
  url_with_credentials: ({ field }) => `${field} must not contain a user name or password`,
  url_not_public: ({ field }) => `${field} must not point to a private or local address`,
  webhook_inactive: 'The webhook is inactive. Make it active first.',

  invalid_secret_key: ({ field }) =>
    `${field}: this does not look like the provider’s secret key (Developers or Settings, API keys)`,
  invalid_webhook_secret: ({ field }) => `${field}: this does not look like the secret of the provider’s webhook`,
  secret_key_refused: ({ field, provider }) => `${field}: ${provider} does not accept this key`,
  no_way_to_pay_left: 'The account does not offer any of these payment methods',
  provider_unavailable: ({ provider }) => `${provider} does not respond. Try again in a moment.`,

  too_many_points: ({ max }) => `The chart has at most ${max} points. Choose a shorter range or a longer interval.`,
  too_many_streams: 'Too many live pages are open. Close one and try again.',
  buyer_data_needed:
    'This personal data is still needed: the person has a ticket of an event that is not over, an open checkout, ' +
    'money on its way, or a paid subscription. Refund the tickets, or wait until the events are over.',
  subscription_already_cancelled: 'The subscription is already cancelled',
};
