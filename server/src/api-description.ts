import { ROLE_ACCESS, ROLES } from './accounts/roles.ts';
import { SCOPE_ACCESS, SCOPES } from './api-keys/scopes.ts';
import { idempotencyRefusals } from './idempotency/refusals.ts';
import type { Access } from './platform/http/callers/access.ts';
import type { ApiDescription } from './platform/http/contract/openapi/describe-api.ts';
import { COMMON_REFUSALS } from './platform/http/contract/route-refusals.ts';
import { connectionRefusals } from './platform/refusals/request-refusals.ts';
import { FIRST_YEAR, LAST_YEAR } from './values/timestamps.ts';
import { ABOUT_NOTIFICATIONS, describeNotifications } from './webhooks/describe-notifications.ts';

const description = `Open, self-hostable event ticketing.

- **Access.** Every request carries \`Authorization: Bearer svc_live_…\`, or the session cookie of a dashboard login. Each
  operation names the scopes of keys and the roles of members that may call it, beside \`all\` and \`owner\`, which may call
  every one. Data of another organization is 404.
- **Answers.** Success is \`{ "data": … }\`, failure \`{ "error": { "message", "status", "code" } }\`, some with \`field\` and
  \`details\`. Programs check the code: \`docs/errors.md\` lists all. Unknown fields and query parameters are ignored; more
  fields may be added to answers.
- **Bodies** are JSON and never coerced: \`"5"\` is not a number. For an optional field \`null\` means absent on POST, and
  clears it on PUT. Text must be storable: no NUL, no half of a surrogate pair.
- **Money** is in Philippine pesos, with at most two decimals.
- **Times** in answers are UTC with milliseconds. In requests they are ISO 8601; without an offset they are read in the time
  zone of the organization. Years are ${FIRST_YEAR} to ${LAST_YEAR}.
- **Repeating.** Any POST may carry an \`Idempotency-Key\`: a repeated request gets the first answer.
- **Rate.** Requests of a key, or of a session, are counted over the last 60 seconds; \`RateLimit-Limit\`,
  \`RateLimit-Remaining\` and \`RateLimit-Reset\` say what is left.
- **Following a request.** Every answer has an \`X-Request-Id\`: the caller's own, or a new one.`;

/** In the order of the documentation. */
const TAGS = {
  Events: 'Events, from draft to completed.',
  Tiers: 'The prices of an event and how many tickets have each.',
  'Check-in lists': 'Places of an event beside its gate where tickets are scanned.',
  'Door links': 'Links that log a phone in at the door of one event, without an account.',
  Questions: 'What the organizer asks buyers on the page of the checkout, once or for each ticket.',
  Series: 'One show on several dates: made, changed and listed together.',
  Seating: 'The hall of a seated event: its plan, its sections, and which seats are taken.',
  Checkouts: 'Tickets held for a buyer, and the hosted page for paying.',
  Reservations: 'Places kept for a name, to be picked up and paid at the box office.',
  'Waiting list': 'People who wait for places of a sold-out tier, and the offers to them.',
  Orders: 'Paid orders, and refunds.',
  Tickets: 'Verify, admit, reissue and refund.',
  Attendees: 'The people who come to an event, and what a door needs without a network.',
  Messages: 'What the organizer writes to the people of an event.',
  'Promo codes': 'Discounts on the orders of one event.',
  Buyers: "A person's data: a copy, and its erasure.",
  Analytics: 'Sales figures, exact at the time of the request.',
  Overview: "Today's figures and what needs attention; also as a stream.",
  Subscriptions: 'Plans, and the fans who subscribe to them. The list to reconcile access against.',
  Webhooks: 'Endpoints that receive signed notifications, at least once.',
  Notifications: ABOUT_NOTIFICATIONS,
  Mail: 'Mails to buyers, and sending them again.',
  Organization: 'How buyers see the organization.',
  Payments: 'Accounts at payment providers, where the money of buyers goes.',
  Team: 'Members and invitations.',
  'API keys': 'Keys for programs.',
  'Audit log': 'Every change and its author. Entries cannot be changed.',
};

/** Before a route is known; what is answered outside of the API is none of these. */
const { page_not_found: _page, form_of_another_site: _form, ...beforeRoutes } = connectionRefusals;

const scopesWith = (access: readonly Access[]) =>
  SCOPES.filter((scope) => access.some((each) => SCOPE_ACCESS[scope].has(each)));

const describeAccess = (access: readonly Access[]): string => {
  const scopes = scopesWith(access);
  const roles = ROLES.filter((role) => access.some((each) => ROLE_ACCESS[role].has(each)));
  const scopeNames = scopes.length === 0 ? 'none, log in' : withoutHighest(scopes, 'all');
  return `Scopes: ${scopeNames}. Roles: ${withoutHighest(roles, 'owner')}.`;
};

/** The head of the document says once that the highest name may do everything. */
const withoutHighest = (names: readonly string[], highest: string): string =>
  names.length > 1 ? names.filter((name) => name !== highest).join(', ') : names.join(', ');

/** The parts of the OpenAPI document besides the routes. */
export const aboutApi = (publicUrl: () => string): ApiDescription => ({
  head: () => ({
    info: {
      title: 'Takilya',
      version: '1',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Takilya', url: publicUrl() },
    },
    servers: [{ url: `${publicUrl()}/api/v1` }],
  }),
  tags: Object.entries(TAGS).map(([name, about]) => ({ name, description: about })),
  webhooks: describeNotifications(),
  describeAccess,
  isForKeys: (access) => scopesWith(access).length > 0,
  refusals: [...COMMON_REFUSALS, ...Object.values(idempotencyRefusals), ...Object.values(beforeRoutes)],
});
