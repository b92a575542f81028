import { holdWords } from './hold-words.ts';
import { importWords } from './import-words.ts';
import { pesos, type RefusalTexts } from './refusal-texts.ts';
import { reservationWords } from './reservation-words.ts';
import { ruleWords } from './rule-words.ts';

const RELATIONS: Record<string, string> = {
  after: 'ay dapat pagkatapos ng',
  before: 'ay dapat bago ang',
  'not after': 'ay hindi dapat lumampas sa',
};
const TICKET_STATES: Record<string, string> = {
  valid: 'valid pa',
  used: 'nagamit na',
  refunded: 'na-refund na',
  cancelled: 'kanselado na',
};
const EVENT_STATES: Record<string, string> = {
  draft: 'draft',
  active: 'ibinebenta',
  paused: 'naka-pause',
  hidden: 'nakatago',
  sold_out: 'sold out',
  cancelled: 'kanselado',
  completed: 'sarado na',
};
const SEAT_STATES: Record<string, string> = {
  held: 'naka-reserve',
  sold: 'nabenta na',
  blocked: 'naka-block',
};

const reload = 'Hindi naintindihan ng server ang request. I-reload ang page at subukan ulit.';
/** The name of a check-in list, or the gate. */
const placeName = (list: unknown) => (list as { name?: string } | null)?.name ?? 'gate';
const gone = (what: string) => `Hindi nahanap ang ${what}`;
const loggedOut = 'Naka-log out ka na. Mag-log in sa ibang tab, saka subukan ulit dito: mananatili ang na-type mo.';
const busy = 'Busy ang server ngayon. Subukan ulit maya-maya.';
const first = (list: unknown): Record<string, unknown> => (list as Record<string, unknown>[])[0] ?? {};

const ANSWERS: Record<string, string> = {
  text: 'Masyadong mahaba ang isang sagot.',
  choice: 'Pumili ng isa sa mga sagot sa listahan.',
  checkbox: 'May tsek o wala ang isang kahon.',
  date: 'Hindi petsa ang isang sagot.',
};

export const filipino: RefusalTexts = {
  ...holdWords.fil,
  ...reservationWords.fil,
  ...importWords.fil,
  unreachable: 'Hindi maabot ang server. Tingnan ang internet connection mo.',
  not_available: 'Hindi ito available sa server na ito.',
  timed_out: 'Hindi sumagot ang server sa oras. Subukan ulit mayamaya.',
  minimum_of_fixed_price: 'May minimum lang ang presyong pinipili ng bumibili.',
  price_below_minimum: 'Hindi puwedeng mas mababa sa minimum ang presyo.',
  admission_fixed: 'Hindi nababago kung nagpapapasok ang tier. Gumawa ng ibang tier.',
  page_not_loaded: 'Tingnan ang internet connection mo. Gumagana pa ang page na pinanggalingan mo: bumalik doon.',
  unexplained: ({ status }) => `Sumagot ang server ng ${status} at walang dahilang ibinigay. Subukan ulit mamaya.`,

  invalid_field: ({ field, rule }) => `Ang ${field} ay dapat ${ruleWords('fil', rule)}`,
  missing_field: ({ field }) => `Kailangan ang ${field}`,
  fields_out_of_order: ({ field, relation, other }) => `Ang ${field} ${RELATIONS[String(relation)]} ${other}`,
  time_not_in_future: ({ field }) => `Ang ${field} ay dapat nasa hinaharap`,
  question_not_asked: 'Hindi na itinatanong ng event ang tanong na ito. I-reload ang page.',
  question_answered_twice: 'May tanong na dalawa ang sagot. I-reload ang page.',
  invalid_answer: ({ kind }) => ANSWERS[String(kind)] ?? 'May sagot na hindi bagay sa tanong.',
  fields_exclude_each_other: ({ field, other }) => `Hindi puwedeng magkasama ang ${field} at ${other}`,
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
  picture_type_unsupported: 'Hindi larawan ang file na ito. Pumili ng PNG, JPEG, WebP o AVIF.',
  picture_unreadable: 'Hindi mabasa ang larawan: sira ito o ibang uri ng file. Gumamit ng PNG, JPEG, WebP o AVIF.',
  picture_too_many_pixels: ({ width, height, max_megapixels }) =>
    `May ${width} × ${height} pixels ang larawan: hanggang ${max_megapixels} milyon lang. Paliitin ito at subukan ulit.`,
  file_store_unavailable: 'Hindi maitago ang larawan sa ngayon. Subukan ulit maya-maya.',
  body_too_large: 'Masyadong mahaba ang text. Paikliin ito at subukan ulit.',
  idempotency_key_in_use: 'Pinoproseso pa ang naunang request. Maghintay sandali.',

  invalid_api_key: loggedOut,
  not_logged_in: loggedOut,
  insufficient_scope: ({ scope }) => `Hindi ito magagawa ng API key: kailangan ang scope na ${scope}`,
  insufficient_role: ({ role, needs }) => `Hindi ito magagawa ng role mo (${role}): kailangan ang ${needs}`,
  wrong_host: 'Hindi address ng server ang address na ito. Buksan ang dashboard sa karaniwang address nito.',
  cross_site_request: 'Hindi galing sa page ng server na ito ang request. I-reload ang page at subukan ulit.',
  rate_limited: ({ retry_after_seconds }) =>
    `Masyadong maraming request. Subukan ulit pagkalipas ng ${retry_after_seconds} segundo.`,
  invalid_http: 'Hindi tamang HTTP ang request. Subukan ulit.',
  missing_host: 'Walang Host header ang request. Subukan ulit.',
  request_timeout: 'Masyadong matagal bago dumating ang request. Subukan ulit kapag mas mabilis na ang koneksyon.',
  headers_too_large: 'Masyadong mahaba ang address o ang cookies. Burahin ang cookies ng site na ito at subukan ulit.',
  internal_error: 'May nangyaring mali sa server. Subukan ulit mamaya.',
  overloaded: busy,
  too_many_readers: busy,
  database_unavailable: 'Hindi sumasagot ang database. Subukan ulit maya-maya.',
  disk_full: 'Puno na ang disk ng server. Sabihan ang operator ng installation na ito na magbakante.',
  starting: 'Nagsisimula pa ang server. Subukan ulit maya-maya.',
  shutting_down: 'Nagsasara ang server. Subukan ulit maya-maya.',

  wrong_credentials: 'Mali ang email o password',
  code_needed: 'Kailangan ang code mula sa authenticator app mo',
  passkey_needed: 'Hindi sapat ang password: gamitin ang passkey mo, o maglagay ng recovery code',
  passkey_refused: 'Hindi tinanggap ang passkey na ito. Subukan ulit, o gamitin ang password mo.',
  passkey_not_registered: 'Hindi naidagdag ang passkey. Magsimula ulit.',
  passkey_known: 'Nairehistro na ang passkey na ito',
  passkey_not_found: gone('passkey'),
  too_many_passkeys: ({ max }) => `Hanggang ${max} passkey lang ang isang account. Mag-alis muna ng isa.`,
  wrong_code: 'Mali ang code, o nagamit na. Hintayin ang susunod, o gumamit ng recovery code.',
  too_many_tries: ({ retry_after_seconds }) =>
    `Masyadong maraming subok. Subukan ulit pagkalipas ng ${retry_after_seconds} segundo.`,
  member_of_nothing: 'Hindi ka na member ng kahit anong organisasyon. Magpaimbita sa isang owner.',
  wrong_password: 'Maling password',
  password_guessable:
    'Madaling hulaan ang password na ito: karaniwan, o galing sa mga pangalan mo. Gumamit ng tatlo o apat na salitang walang kaugnayan.',
  password_needed: 'Ilagay muli ang iyong password para magawa ito.',
  shown_for_another:
    'May ibang nag-log in sa ibang tab, o hindi ka na miyembro ng organisasyong ito. I-reload ang page na ito.',
  person_required: 'Hindi ito magagawa ng API key. Mag-log in sa dashboard.',
  message_not_found: gone('mensahe'),
  message_not_scheduled: 'Hindi na makakansela ang mensahe: ipinapadala na ito, naipadala na, o nakansela na',
  too_many_messages: ({ max }) =>
    `Hanggang ${max} mensahe at test na email sa isang araw ang isang organisasyon. Subukan ulit bukas.`,
  test_needs_person: 'Hindi makakatanggap ng email ang API key. Mag-log in sa dashboard.',
  door_link_not_found: gone('door link'),
  door_link_not_enough: 'Pag-check in lang ng mga ticket ang kaya ng door link. Mag-log in sa dashboard.',
  too_many_door_links: ({ max }) =>
    `Mayroon nang ${max} aktibong door link ang event na ito. Bawiin ang mga hindi na ginagamit.`,
  door_link_too_long: ({ max_days }) => `Gumagana ang door link nang hanggang ${max_days} araw`,
  too_many_api_keys: ({ max }) => `Mayroon nang ${max} aktibong API key. I-revoke ang mga hindi na ginagamit.`,
  wrong_new_code: ({ field }) => `Ang ${field} ay dapat ang code na ipinapakita ngayon ng app`,
  codes_already_on: 'Naka-on na ang two-factor authentication. I-off muna ito.',
  no_secret_to_confirm: 'Walang key na ikukumpirma. Simulan ulit ang setup.',
  second_factor_missing: 'I-on muna ang two-factor authentication ng sarili mong account',
  two_factor_must_stay_on: ({ organization }) =>
    `Hindi ito puwedeng i-off: kinakailangan ng ${organization} ang two-factor authentication`,
  two_factor_required: 'Kinakailangan ng organisasyong ito ang two-factor authentication. I-on ito sa settings.',
  codes_already_off: 'Naka-off na ang two-factor authentication',
  link_over: 'Expired na ang link na ito, o nagamit na. Humingi ng bago.',
  session_not_found: 'Natapos na ang log-in na ito',
  member_not_found: gone('member'),
  last_owner: 'Kailangan ng owner ang organisasyon. Gawin munang owner ang ibang member.',
  invitation_not_found: gone('imbitasyon'),
  email_already_member: ({ email }) => `Member na si ${email}`,
  first_member_not_owner: 'Dapat owner ang unang member ng organisasyon',
  too_many_invitations: ({ max }) => `May ${max} nang bukas na imbitasyon. Bawiin ang mga hindi na tatanggapin.`,
  invited_at_once: 'May ibang nag-iimbita sa address na ito ngayon. Subukan ulit.',
  already_member: 'Member ka na',
  account_made_meanwhile: 'Kagagawa lang ng account na may ganitong address. Ilagay ang password nito.',
  organization_not_found: gone('organisasyon'),
  api_key_not_found: gone('API key'),

  event_not_found: gone('event'),
  tier_not_found: gone('tier'),
  series_not_found: gone('serye'),
  too_many_dates: ({ max, coming }) => `Hanggang ${max} petsa ang puwede sa isang serye, at may ${coming} na ito.`,
  date_out_of_years: 'May petsang masyadong malayo sa nakaraan o sa hinaharap.',
  no_new_date: 'May petsa na ang serye sa bawat oras na ito.',
  sales_end_before_start: ({ tier }) =>
    `Matatapos ang bentahan ng ${tier} bago ito magsimula. Baguhin muna ang bentahan ng tier.`,
  coordinates_incomplete: 'Ilagay ang latitude at longitude, o huwag ilagay ang dalawa',
  invalid_status_change: ({ from, to }) =>
    `Ang event na ${EVENT_STATES[String(from)]} ay hindi puwedeng maging ${EVENT_STATES[String(to)]}`,
  place_changed_meanwhile: 'May ibang nagbabago ng venue ng event na ito. Subukan ulit.',
  capacity_set_by_seats: 'Ang kapasidad ay ang bilang ng mga upuan. Baguhin ito sa seat map.',
  capacity_too_small: ({ sold, held }) =>
    `Hindi puwedeng mas maliit ang kapasidad sa ${sold} nabenta at ${held} naka-reserve na ticket`,
  slug_taken: 'May gumagamit na ng address na ito. Pumili ng iba.',
  too_many_slugs: ({ max }) => `Masyadong madalas binago ang address: hanggang ${max} address lang ang itinatago.`,
  no_tier_to_price: 'Walang ticket tier ang event. Magdagdag ng tier para makapaglagay ng presyo.',
  quantity_set_by_seats: 'Ang bilang ay ang dami ng upuan ng tier na ito. Baguhin ito sa seat map.',
  quantity_too_small: ({ sold, held }) =>
    `Hindi puwedeng mas maliit ang bilang sa ${sold} nabenta at ${held} naka-reserve na ticket`,
  tier_in_seating_plan: 'Ginagamit ng seat map ang tier na ito. Alisin muna ito roon.',
  tier_followed: 'May tier na kasunod nito. Baguhin muna ang tier na iyon.',
  followed_tier_not_found: 'Wala na ang tier na susundan. Pumili ng iba.',
  tiers_follow_in_circle: 'Magpapaikot-ikot ang pagkakasunod ng mga tier. Pumili ng ibang tier.',
  tier_opened_by_code: 'May promo code na nagbubukas sa tier na ito. Baguhin muna ang promo code.',
  tier_in_use: 'May nabenta o naka-reserve nang ticket sa tier na ito. Gawin na lang itong hindi active.',

  question_not_found: gone('tanong'),
  too_many_questions: ({ max }) => `Hanggang ${max} tanong lang ang isang event`,
  question_fixed: 'Hindi nababago kung ano ang itinatanong at kanino. Burahin ang tanong, at magdagdag ng iba.',
  options_required: 'Maglagay ng kahit isang pagpipilian',
  options_not_expected: 'Walang pagpipilian ang tanong na ito',
  same_option_twice: ({ option }) => `Dalawang beses nakalagay ang “${option}”`,
  question_of_add_on: 'Walang pinapapasok ang add-on. Itanong na lang ito nang isang beses bawat order.',

  seating_plan_not_found: 'Wala pang seat map ang event',
  section_not_found: gone('section'),
  row_not_found: ({ section, row }) => `Walang row ${row} sa section ${section}`,
  seat_not_found: ({ row, seat }) => `Walang upuan ${seat} sa row ${row}`,
  seats_taken: ({ seats }) => {
    const { row, seat, status } = first(seats);
    return `Ang upuan ${row}-${seat} ay ${SEAT_STATES[String(status)]}`;
  },
  seating_plan_in_use: ({ sold, held }) =>
    `Hindi na mababago ang mga row, daanan at tier: ${sold} upuan ang nabenta at ${held} ang naka-reserve`,
  label_repeated: ({ label }) => `Dalawang section, o dalawang row ng section, ang may label na “${label}”`,
  tier_not_in_plan: ({ of }) =>
    of === 'event' ? 'May section na may tier ng ibang event' : 'May row na may tier na wala sa section nito',
  tier_repeated: 'May section o row na dalawang beses ang iisang tier',
  blocked_seat_not_in_row: ({ seat }) => `Walang upuan ${seat} ang row na puwedeng i-block`,
  seat_repeated: ({ seat }) => `May row na dalawa ang upuan ${seat}`,
  row_without_seats: 'Kailangan ng bawat row ang kahit isang upuan',
  too_many_seats: ({ max }) => `Hanggang ${max} upuan lang ang isang seat map`,

  promo_code_not_found: gone('promo code'),
  discount_required: 'Maglagay ng discount, o pumili ng mga nakatagong tier na bubuksan ng code.',
  opened_tier_not_found: 'Wala na ang isang nakatagong tier. I-reload ang page.',
  promo_code_exists: ({ promo_code }) => `Mayroon nang promo code na ${promo_code}`,
  usage_limit_too_small: ({ used, held }) =>
    `Hindi puwedeng mas maliit ang limit sa ${used} nagamit at ${held} naka-reserve`,
  percentage_too_large: ({ max }) => `Ang porsiyento ay dapat mula 0.01 hanggang ${max}`,

  order_not_found: gone('order'),
  ticket_not_in_order: 'May ticket na wala sa order na ito',
  ticket_not_refundable: ({ status }) => `Hindi na mare-refund ang ticket: ${TICKET_STATES[String(status)]}`,
  refund_amount_changed: ({ amount }) => `${pesos('fil', amount)} na ngayon ang refund: walang na-refund`,
  refund_request_not_found: gone('hiling na refund'),
  refund_request_decided: 'Napagpasyahan na ang hiling na ito',
  refund_request_over: 'Wala nang valid na ticket sa hiling na ito',
  nothing_to_refund: 'Wala nang mare-refund sa order na ito',
  ticket_not_valid: ({ status }) => `Ang ticket ay ${TICKET_STATES[String(status)]}`,
  no_valid_ticket: 'Walang valid na ticket sa order na ito',
  ticket_not_found: gone('ticket'),
  already_checked_in: 'Nagamit na ang ticket',
  already_entered: ({ list }) => `Nakapasok na ang ticket sa ${placeName(list)}`,
  not_inside: ({ list }) => `Wala sa loob ang ticket: hindi pa ito pumasok sa ${placeName(list)}`,
  no_exit_scans: ({ list }) => `Hindi ini-scan ang paglabas sa ${placeName(list)}`,
  not_on_list: ({ list }) => `Hindi para sa ticket na ito ang ${placeName(list)}`,
  too_many_passages: ({ max }) => `${max} beses nang na-scan ang ticket, at hindi na ito puwedeng i-scan pa`,
  passage_not_found: gone('pagpasok o paglabas'),
  passage_not_last: 'Na-undo na ito, o dumaan ulit ang ticket dito pagkatapos',
  check_in_list_not_found: gone('check-in list'),
  too_many_check_in_lists: ({ max }) => `Hanggang ${max} check-in list bukod sa gate ang isang event`,
  ticket_refunded: 'Na-refund na ang ticket',
  ticket_cancelled: 'Kanselado ang ticket',
  no_admission: 'Add-on lang ito: walang papapasukin',
  ticket_code_replaced: 'Napalitan na ang code na ito. Hingin ang pinakabagong ticket.',
  ticket_for_another_event: ({ event }) => `Para sa ibang event ang ticket: ${(event as { title?: string }).title}`,
  scanned_in_future: 'Nauuna ang orasan ng device na ito. Itama ito.',
  scanned_too_long_ago: ({ max_days }) => `Mahigit ${max_days} araw na ang scan`,
  ticket_not_used: ({ status }) => `Walang mai-u-undo: ang ticket ay ${TICKET_STATES[String(status)]}`,
  checked_in_again: 'May ibang scan na nag-check in sa ticket pagkatapos. Mananatili ang check-in na iyon.',
  event_cancelled: 'Kanselado ang event: hindi na magiging valid ang mga ticket nito',
  ticket_not_reissuable: ({ status }) => `Walang bagong code: ang ticket ay ${TICKET_STATES[String(status)]}`,
  ticket_busy: 'May ibang nagbabago sa ticket ngayon. Subukan ulit.',

  webhook_not_found: gone('webhook'),
  delivery_not_found: gone('delivery'),
  url_not_https: ({ field }) => `Ang ${field} ay dapat nagsisimula sa https://`,
  url_with_credentials: ({ field }) => `Ang ${field} ay hindi dapat may user name o password`,
  url_not_public: ({ field }) => `Ang ${field} ay hindi dapat private o local na address`,
  too_many_subscription_tiers: ({ max }) =>
    `Hanggang ${max} plano lang ang isang organisasyon. Baguhin ang isa sa mga ito.`,
  too_many_webhooks: ({ max }) => `Hanggang ${max} webhook lang ang isang organisasyon. Magbura muna ng isa.`,
  webhook_inactive: 'Hindi active ang webhook. Gawin muna itong active.',

  payment_account_not_found: gone('payment account'),
  invalid_secret_key: ({ field }) => `Ang ${field} ay hindi mukhang secret key ng provider na ito`,
  invalid_webhook_secret: ({ field }) => `Ang ${field} ay hindi mukhang webhook secret ng provider na ito`,
  secret_key_refused: ({ field, provider }) => `${field}: hindi tinatanggap ng ${provider} ang key na ito`,
  no_way_to_pay_left: 'Wala sa account ang kahit alin sa mga paraan ng pagbabayad na ito',
  provider_unavailable: ({ provider }) => `Hindi sumasagot ang ${provider}. Subukan ulit maya-maya.`,

  too_many_points: ({ max }) =>
    `Hanggang ${max} point lang ang chart. Pumili ng mas maikling panahon o mas mahabang pagitan.`,
  too_many_streams: 'Masyadong maraming bukas na live page. Isara ang isa at subukan ulit.',
  subscription_tier_not_found: gone('subscription tier'),
  subscription_not_found: gone('subscription'),
  subscription_already_cancelled: 'Kanselado na ang subscription',
  buyer_erased: 'Binura na ang personal data ng bumiling ito',
  buyer_data_needed:
    'Kailangan pa ang personal data na ito: may ticket ang tao sa event na hindi pa tapos, bukas na checkout, ' +
    'perang parating, o bayad na subscription. I-refund ang mga ticket, o hintaying matapos ang mga event.',
  team_of_live_organization: 'Ang team sa test mode ay ang team ng live na organisasyon: doon ito baguhin',
  test_organization_takes_no_money:
    'Walang tinatanggap na pera sa test mode: sa live na organisasyon ikonekta ang account',
  test_organization_of_test: 'Nasa test mode ka na',
};
