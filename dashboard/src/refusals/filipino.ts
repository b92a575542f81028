import type { RefusalTexts } from './refusal-texts.ts';
import { ruleWords } from './rule-words.ts';

const RELATIONS: Record<string, string> = {
  after: 'ay dapat pagkatapos ng',
  before: 'ay dapat bago ang',
  'not after': 'ay hindi dapat lumampas sa',
};
const TICKET_STATES: Record<string, string> = {
  valid: 'may bisa pa',
  used: 'nagamit na',
  refunded: 'na-refund na',
  cancelled: 'kanselado na',
};
const EVENT_STATES: Record<string, string> = {
  draft: 'draft',
  active: 'ibinebenta',
  paused: 'nakahinto',
  hidden: 'nakatago',
  sold_out: 'ubos na',
  cancelled: 'kanselado',
  completed: 'tapos na',
};
const SEAT_STATES: Record<string, string> = { held: 'hawak ng bumibili', sold: 'nabenta na' };

const reload = 'Hindi naintindihan ng server ang ipinadala. I-reload ang pahina at subukan muli';
const gone = (what: string) => `Wala na ang ${what}, o nasa ibang organisasyon`;
const later = 'Maraming inaasikaso ang server ngayon. Subukan muli maya-maya';
const first = (list: unknown): Record<string, unknown> => (list as Record<string, unknown>[])[0] ?? {};

export const filipino: RefusalTexts = {
  unreachable: 'Hindi maabot ang server',
  unexplained: ({ status }) => `Sumagot ang server ng ${status} nang walang dahilan`,

  invalid_field: ({ field, rule }) => `Ang ${field} ay dapat ${ruleWords('fil', rule)}`,
  missing_field: ({ field }) => `Kailangan ang ${field}`,
  fields_out_of_order: ({ field, relation, other }) => `Ang ${field} ${RELATIONS[String(relation)]} ${other}`,
  time_not_in_future: ({ field }) => `Ang ${field} ay dapat nasa hinaharap`,
  fields_exclude_each_other: ({ field, other }) => `Hindi maaaring magkasama ang ${field} at ${other}`,
  missing_body: reload,
  invalid_json: reload,
  invalid_encoding: reload,
  body_not_object: reload,
  unsupported_media_type: reload,
  content_length_mismatch: reload,
  invalid_request: reload,
  invalid_idempotency_key: reload,
  idempotency_key_reused: reload,
  route_not_found: reload,
  body_too_large: 'Masyadong malaki ang ipinadala',
  idempotency_key_in_use: 'Ginagawa pa ang naunang hiling. Maghintay sandali',

  invalid_api_key: 'Hindi gumagana ang API key',
  not_logged_in: 'Hindi ka naka-log in, o natapos na ang session mo',
  insufficient_scope: ({ scope }) => `Hindi ito magagawa ng API key: kailangan ang scope na ${scope}`,
  insufficient_role: ({ role, needs }) => `Hindi ito magagawa ng tungkulin mo (${role}): kailangan ang ${needs}`,
  cross_site_request: 'Hindi galing sa pahina ng server na ito ang hiling. I-reload ang pahina',
  rate_limited: ({ retry_after_seconds }) =>
    `Masyadong maraming hiling. Subukan muli makaraan ang ${retry_after_seconds} segundo`,
  internal_error: 'May nangyaring mali sa server. Subukan muli maya-maya',
  overloaded: later,
  database_unavailable: 'Hindi sumasagot ang database. Subukan muli maya-maya',
  disk_full: 'Puno na ang disk ng server: walang masusulat hangga’t walang bakante',
  starting: 'Nagsisimula pa ang server. Subukan muli',
  shutting_down: 'Humihinto ang server. Subukan muli',

  wrong_credentials: 'Mali ang e-mail o password',
  code_needed: 'Kailangan ang code mula sa iyong authenticator app',
  wrong_code: 'Mali ang code, o nagamit na: hintayin ang susunod',
  too_many_tries: ({ retry_after_seconds }) =>
    `Masyadong maraming subok. Subukan muli makaraan ang ${retry_after_seconds} segundo`,
  member_of_nothing: 'Walang organisasyon ang account mo: magpaimbita sa isang may-ari',
  wrong_password: 'Maling password',
  password_is_email: ({ field }) => `Ang ${field} ay hindi dapat ang e-mail address`,
  wrong_new_code: ({ field }) => `Ang ${field} ay dapat ang ipinapakita ngayon ng app`,
  codes_already_on: 'Hinihingi na ang mga code: isara muna iyon',
  no_secret_to_confirm: 'Walang bagong key na kukumpirmahin',
  codes_already_off: 'Walang hinihinging code',
  link_over: 'Nagamit na ang link na ito, o wala nang bisa',
  member_not_found: gone('kasama'),
  last_owner: 'Kailangan ng organisasyon ng may-ari: gawin munang may-ari ang ibang miyembro',
  invitation_not_found: gone('imbitasyon'),
  email_already_member: ({ email }) => `Kasama na si ${email}`,
  first_member_not_owner: 'Dapat may-ari ang unang miyembro ng organisasyon',
  invited_at_once: 'May nag-iimbita na sa address na ito ngayon. Subukan muli',
  already_member: 'Kasama ka na',
  account_made_meanwhile: 'Nagkaroon lang ng account ang address na ito: gamitin ang password nito',
  organization_not_found: gone('organisasyon'),
  api_key_not_found: gone('API key'),

  event_not_found: gone('event'),
  tier_not_found: gone('uri ng tiket'),
  coordinates_incomplete: 'Ibigay ang latitude at longitude nang magkasama, o wala sa dalawa',
  invalid_status_change: ({ from, to }) =>
    `Ang event na ${EVENT_STATES[String(from)]} ay hindi maaaring maging ${EVENT_STATES[String(to)]}`,
  place_changed_meanwhile: 'Sabay na pinapalitan ng iba ang lugar ng event na ito. Subukan muli',
  capacity_set_by_seats: 'Ang kapasidad ay ang bilang ng mga upuan: baguhin ang mapa ng mga upuan',
  capacity_too_small: ({ sold, held }) =>
    `Hindi maaaring mas maliit ang kapasidad sa ${sold} na nabenta at ${held} na hawak`,
  no_tier_to_price: 'Hindi maitakda ang presyo: walang uri ng tiket ang event',
  quantity_set_by_seats: 'Ang laki ng uring ito ay ang bilang ng mga upuan nito: baguhin ang mapa ng mga upuan',
  quantity_too_small: ({ sold, held }) => `Hindi maaaring mas maliit ang uri sa ${sold} na nabenta at ${held} na hawak`,
  tier_in_seating_plan: 'Ginagamit ng mapa ng mga upuan ang uring ito',
  tier_in_use: 'May nabenta o hawak na sa uring ito: ihinto na lamang ang bentahan nito',

  seating_plan_not_found: 'Wala pang mapa ng mga upuan ang event',
  section_not_found: gone('seksyon'),
  row_not_found: ({ section, row }) => `Walang hanay ${row} sa seksyong ${section}`,
  seat_not_found: ({ row, seat }) => `Walang upuan ${seat} sa hanay ${row}`,
  seats_taken: ({ seats }) => {
    const { row, seat, status } = first(seats);
    return `Ang upuan ${row}-${seat} ay ${SEAT_STATES[String(status)]}`;
  },
  seating_plan_in_use: ({ sold, held }) => `Hindi na mapapalitan ang mapa: ${sold} ang nabenta at ${held} ang hawak`,
  label_repeated: ({ label }) => `Dalawa ang may tatak na “${label}”`,
  tier_not_in_plan: ({ of }) =>
    of === 'event' ? 'May seksyon na may presyo ng ibang event' : 'May hanay na may presyong wala sa seksyon nito',
  tier_repeated: 'May seksyon o hanay na dalawang beses ang iisang presyo',
  seat_repeated: ({ seat }) => `May hanay na dalawa ang upuan ${seat}`,
  row_without_seats: 'May hanay na walang upuan',
  too_many_seats: ({ max }) => `Hanggang ${max} upuan lamang ang isang plano`,

  promo_code_not_found: gone('promo code'),
  promo_code_exists: ({ promo_code }) => `Mayroon nang promo code na ${promo_code}`,
  usage_limit_too_small: ({ used, held }) =>
    `Hindi maaaring mas maliit ang limitasyon sa ${used} na nagamit at ${held} na hawak`,
  percentage_too_large: ({ max }) => `Ang porsiyento ay mula 0.01 hanggang ${max}`,

  order_not_found: gone('order'),
  ticket_not_in_order: 'May tiket na wala sa order na ito',
  ticket_not_refundable: ({ status }) => `Hindi na mare-refund ang tiket: ${TICKET_STATES[String(status)]}`,
  nothing_to_refund: 'Wala nang mare-refund sa order na ito',
  ticket_not_valid: ({ status }) => `Ang tiket ay ${TICKET_STATES[String(status)]}`,
  no_valid_ticket: 'Walang may bisang tiket sa order na ito',
  ticket_not_found: gone('tiket'),
  already_checked_in: 'Nagamit na ang tiket',
  ticket_refunded: 'Na-refund na ang tiket',
  ticket_cancelled: 'Kanselado ang tiket',
  ticket_code_replaced: 'Napalitan na ang code na ito: hingin ang pinakabagong tiket',
  ticket_for_another_event: ({ event }) => `Para sa ibang event ang tiket: ${(event as { title?: string }).title}`,
  scanned_in_future: 'Nauuna ang orasan ng device na ito',
  scanned_too_long_ago: ({ max_days }) => `Lampas na sa ${max_days} araw ang pag-scan`,
  ticket_not_used: ({ status }) => `Walang babawiin: ang tiket ay ${TICKET_STATES[String(status)]}`,
  event_cancelled: 'Kanselado ang event: hindi na magkakabisa ang mga tiket nito',
  ticket_not_reissuable: ({ status }) => `Walang bagong code: ang tiket ay ${TICKET_STATES[String(status)]}`,
  ticket_busy: 'May bumabago sa tiket ngayon. Subukan muli',

  webhook_not_found: gone('webhook'),
  delivery_not_found: gone('ipinadala'),
  url_not_https: ({ field }) => `Ang ${field} ay dapat nagsisimula sa https://`,
  url_with_credentials: ({ field }) => `Ang ${field} ay hindi dapat may pangalan o password`,
  url_not_public: ({ field }) => `Ang ${field} ay hindi dapat pribado o lokal`,
  too_many_webhooks: ({ max }) => `Hanggang ${max} webhook lamang ang isang organisasyon: magbura muna ng isa`,
  webhook_inactive: 'Nakasara ang webhook: buksan muna ito',

  payment_account_not_found: gone('account sa pagbabayad'),
  invalid_secret_key: ({ field }) => `Ang ${field} ay hindi mukhang secret key ng provider na ito`,
  invalid_webhook_secret: ({ field }) => `Ang ${field} ay hindi mukhang lihim ng webhook ng provider na ito`,
  secret_key_refused: ({ field, provider }) => `${field}: hindi ito tinanggap ng ${provider}`,
  no_way_to_pay_left: 'Wala sa mga paraan ng bayad na ito ang magagamit ng account',
  secrets_key_missing: 'Hindi maitatago ang mga lihim: dapat itakda ng nagpapatakbo ang SECRETS_KEY',
  provider_unavailable: ({ provider }) => `Hindi matanong ang ${provider} tungkol sa account na ito. Subukan muli`,

  too_many_points: ({ max }) => `Lampas sa ${max} puntos ang saklaw: pumili ng mas maikli, o ng mas mahabang hakbang`,
  too_many_streams: 'Masyadong maraming bukas na pahina ng live: isara ang isa',
  subscription_tier_not_found: gone('antas ng subscription'),
  subscription_not_found: gone('subscription'),
  subscription_already_cancelled: 'Kanselado na ang subscription',
};
