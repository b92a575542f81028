import { Type } from 'typebox';
import { FIRST_YEAR, LAST_YEAR } from '../../values/timestamps.ts';
import {
  badRequest,
  declareRefusals,
  failed,
  forbidden,
  missing,
  RetryAfter,
  timeout,
  tooLarge,
  tooMany,
  unauthorized,
} from './declare-refusals.ts';
import { type Rule, ruleInWords } from './rule-words.ts';

const Field = { field: Type.String() };
/** The fact of refusals about two fields: the name of the other field. */
const Other = { other: Type.String({ description: 'The field it is compared with.' }) };

/** Why text that looks valid is rejected; the hint follows the rule. */
const HINTS = {
  nul_character: 'it has a NUL character',
  half_surrogate_pair: 'it has half of a surrogate pair',
  plus_not_escaped: 'in a URL the + of an offset is written %2B',
  year_out_of_range: `years are ${FIRST_YEAR} to ${LAST_YEAR}`,
};
export type Hint = keyof typeof HINTS;

const InvalidField = {
  ...Field,
  rule: Type.Unsafe<Rule>(
    Type.Object(
      {},
      {
        description: 'What the value must be: `type`, `format`, `enum`, `minimum`, `maxLength`, …',
        examples: [{ type: 'integer', minimum: 1 }],
      },
    ),
  ),
  hint: Type.Optional(
    Type.Enum(Object.keys(HINTS) as Hint[], { description: 'Why text that looks valid is rejected.' }),
  ),
};

/** Refusals that any API request may get, because of its form or its caller. */
export const requestRefusals = declareRefusals({
  invalid_field: badRequest({
    facts: InvalidField,
    en: ({ field, rule, hint }) =>
      `${field} must be ${ruleInWords(rule)}${hint === undefined ? '' : `; ${HINTS[hint]}`}`,
    cause: 'A field of the body, a query parameter or an id in the path breaks its rule.',
    remedy: 'Send a value that follows the rule. Bodies are not converted: `"5"` is not a number.',
  }),
  missing_field: badRequest({
    facts: Field,
    en: ({ field }) => `${field} is required`,
    cause: 'A required field or query parameter was not sent.',
    remedy: 'Send it.',
  }),
  missing_body: badRequest({
    en: 'A JSON body is required',
    cause: 'The operation needs a body, and the request has none.',
    remedy: 'Send a JSON object with `Content-Type: application/json`.',
  }),
  invalid_json: badRequest({
    en: 'The body is not valid JSON',
    cause: 'The body cannot be parsed.',
    remedy: 'Let a JSON library write the body.',
  }),
  invalid_encoding: badRequest({
    en: 'The body is not valid JSON: it is not UTF-8',
    cause: 'The bytes of the body are not valid UTF-8.',
    remedy: 'Encode the body as UTF-8.',
  }),
  body_not_object: badRequest({
    en: 'The body must be a JSON object',
    cause: 'The body is JSON, but an array, a string, a number or null.',
    remedy: 'Send an object.',
  }),
  unsupported_media_type: badRequest({
    en: 'Content-Type must be application/json',
    cause: 'The Content-Type is missing, or is not JSON.',
    remedy: 'Send `Content-Type: application/json`.',
  }),
  body_too_large: badRequest({
    facts: { max_bytes: Type.Integer({ examples: [16_384] }) },
    en: ({ max_bytes }) => `The body must be at most ${sizeInWords(max_bytes)}`,
    cause: 'The body is larger than this operation allows.',
    remedy: 'Send a smaller body.',
  }),
  content_length_mismatch: badRequest({
    en: 'The body does not have the announced Content-Length',
    cause: 'The number of bytes differs from the Content-Length header.',
    remedy: 'Let the HTTP library write the header.',
  }),
  wrong_host: badRequest({
    en: 'The Host header names no host of this server',
    cause:
      'The Host header is neither the host of `PUBLIC_URL` nor one of `OTHER_HOSTS`, an IP address or an internal name.',
    remedy: 'Send the request to `PUBLIC_URL`. Operators add further names to `OTHER_HOSTS`.',
  }),
  invalid_request: badRequest({
    en: 'The request is not valid',
    cause: 'The URL or a header cannot be parsed.',
    remedy: 'Escape values in URLs.',
  }),
  invalid_api_key: unauthorized({
    en: 'Missing or invalid API key: send Authorization: Bearer <API key>',
    cause: 'The key is missing, mistyped, expired or revoked.',
    remedy: 'Send a key that the dashboard lists as active.',
  }),
  not_logged_in: unauthorized({
    securityEvent: null,
    en: 'Not logged in, or the session has ended',
    cause: 'The session cookie of the dashboard is missing, or the session has ended.',
    remedy: 'Log in again. A program uses an API key.',
  }),
  insufficient_scope: forbidden({
    facts: { scope: Type.String({ description: 'The smallest scope that is enough.' }) },
    en: ({ scope }) => `This API key cannot do this: it needs the scope ${scope}`,
    cause: 'The scopes of the API key do not include this operation.',
    remedy: 'Create a key with this scope.',
  }),
  person_required: forbidden({
    en: 'No API key can do this: log in to the dashboard',
    cause:
      'Only people can change the team, API keys, payment accounts and the two-factor rule, open test mode and erase a buyer; no scope of a key allows it.',
    remedy:
      'Log in to the dashboard. Keys, invitations and payment accounts can also be changed with `npx takilya` on the server.',
  }),
  door_link_not_enough: forbidden({
    en: 'A door link can only check in tickets of its event',
    cause: 'The request has the secret of a door link, which may do nothing else.',
    remedy: 'Log in to the dashboard, or send an API key.',
  }),
  password_needed: forbidden({
    securityEvent: null,
    en: 'Confirm your password first: the last confirmation was more than half an hour ago',
    cause:
      'Changes of the team, API keys, payment accounts, passkeys and recovery codes, and ending sessions, need a recent confirmation of the password.',
    remedy: 'The dashboard asks for the password, and repeats the request.',
  }),
  shown_for_another: forbidden({
    securityEvent: null,
    en: 'This page was opened for another organization or person',
    cause:
      'Another person logged in in another tab of the browser, or the user is no longer a member of the organization.',
    remedy: 'Reload the page.',
  }),
  two_factor_required: forbidden({
    en: 'This organization requires two-factor authentication: turn it on in the settings of your account',
    cause: 'The organization requires a second factor of every member, and the logged-in user has none.',
    remedy: 'Turn two-factor authentication on: the dashboard leads to the page.',
  }),
  insufficient_role: forbidden({
    facts: { role: Type.String(), needs: Type.String({ description: 'The smallest role that is enough.' }) },
    en: ({ role, needs }) => `Your role (${role}) cannot do this: it needs ${needs}`,
    cause: 'The role of the logged-in user does not include this operation.',
    remedy: 'Ask an owner of the organization.',
  }),
  cross_site_request: forbidden({
    en: 'This request must come from a page of this server (Sec-Fetch-Site or Origin): use an API key',
    cause:
      'A request with the session cookie of the dashboard would change something, but did not come from one of its pages.',
    remedy: 'Use an API key. Behind a proxy, check `PUBLIC_URL` and that the Host header is forwarded.',
  }),
  rate_limited: tooMany({
    facts: { limit: Type.Integer({ description: 'Requests in 60 seconds.', examples: [100] }), ...RetryAfter },
    en: ({ limit }) => `Rate limit exceeded: maximum of ${limit} requests per minute`,
    cause: 'The key or the session sent too many requests within the last 60 seconds.',
    remedy: 'Wait as long as Retry-After says. Use webhooks instead of polling.',
  }),
  route_not_found: missing({
    facts: { method: Type.String(), path: Type.String() },
    en: ({ method, path }) => `${method} ${path} not found`,
    cause: 'The URL does not exist, or not with this method.',
    remedy: 'Compare it with the API documentation.',
  }),
  internal_error: failed({
    en: 'Internal server error',
    cause: 'An error in the server. Its log has the reason, under the X-Request-Id of the response.',
    remedy: 'Try again, with the same Idempotency-Key for a POST. Tell the operator the X-Request-Id.',
  }),
});

/** Rules between fields of a request, for operations that have such rules. */
export const fieldRefusals = declareRefusals({
  fields_out_of_order: badRequest({
    facts: {
      ...Field,
      relation: Type.Enum(['after', 'before', 'not after'], { description: 'What `field` must be to `other`.' }),
      ...Other,
    },
    en: ({ field, relation, other }) =>
      `${field} must ${relation === 'not after' ? 'not be after' : `be ${relation}`} ${other}`,
    cause: 'Two times in the request, or one in the request and a stored one, are in the wrong order.',
    remedy: 'Change one of the two.',
  }),
  time_not_in_future: badRequest({
    facts: Field,
    en: ({ field }) => `${field} must be in the future`,
    cause: 'A time that must be in the future has passed.',
    remedy: 'Send a later time.',
  }),
  fields_exclude_each_other: badRequest({
    facts: { ...Field, ...Other },
    en: ({ field, other }) => `${field} must not be sent with ${other}`,
    cause: 'Two parameters that exclude each other were sent.',
    remedy: 'Send one of them.',
  }),
});

/** Refusals before the route is known, or outside the API. */
export const connectionRefusals = declareRefusals({
  invalid_http: badRequest({
    en: 'The request is not valid HTTP',
    cause: 'The request is not valid HTTP; the connection is closed.',
    remedy: 'Check the client and its proxies, and that TLS is not used on a port without TLS.',
  }),
  missing_host: badRequest({
    en: 'The Host header is required',
    cause: 'An HTTP/1.1 request has no Host header.',
    remedy: 'Send it; every HTTP library does.',
  }),
  request_timeout: timeout({
    en: 'The request took too long to arrive',
    cause: 'The request did not arrive completely within 30 seconds.',
    remedy: 'Send it again over a faster connection.',
  }),
  headers_too_large: tooLarge({
    facts: { max_bytes: Type.Integer({ examples: [16_384] }) },
    en: ({ max_bytes }) => `The request line and headers must be at most ${sizeInWords(max_bytes)}`,
    cause: 'The URL or the headers are too long.',
    remedy: 'Send fewer or shorter headers; cookies are the usual reason.',
  }),
  form_of_another_site: forbidden({
    en: 'Another website sent this form: it is sent from our own page alone',
    fil: 'Ibang website ang nagpadala ng form na ito: sa sarili naming pahina lang ito ipinapadala',
    cause:
      'The browser says (`Sec-Fetch-Site: cross-site`) that a page of another website sent a form of a page for buyers.',
    remedy:
      'Link to the page, or show it in a frame as docs/embed.md says; a `sandbox` of the frame needs `allow-same-origin`.',
  }),
  page_not_found: missing({
    en: 'Page not found',
    cause: 'A URL outside the API does not exist.',
    remedy: 'Check the link. The API is below `/api/v1`.',
  }),
});

/** Limits are powers of two, in whole KiB. */
const sizeInWords = (bytes: number) => (bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`);
