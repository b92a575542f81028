import type { Role } from '../../src/accounts/roles.ts';
import { openMember } from '../fixtures/members.ts';
import { must, type TestService } from '../fixtures/test-service.ts';

/** All kinds of callers: each role, a key with each scope, and a door link. */
export const CALLERS = [
  'owner',
  'manager',
  'cashier',
  'door',
  'viewer',
  'key all',
  'key sell',
  'key door',
  'key box_office',
  'key read',
  'key read, door',
  'door link',
] as const;
type Name = (typeof CALLERS)[number];

/** Headers of each caller. All but one belong to the first organization. */
export type Callers = Record<Name | 'their owner', Record<string, string>>;

export async function openCallers(service: TestService): Promise<Callers> {
  const session = async (role: Role) => (await openMember(service, { role })).headers;
  const key = async (...scopes: ('read' | 'sell' | 'door' | 'box_office' | 'all')[]) => ({
    authorization: `Bearer ${await service.newKey(service.ours.organizationId, { scopes })}`,
  });
  return {
    owner: await session('owner'),
    manager: await session('manager'),
    cashier: await session('cashier'),
    door: await session('door'),
    viewer: await session('viewer'),
    'key all': await key('all'),
    'key sell': await key('sell'),
    'key door': await key('door'),
    'key box_office': await key('box_office'),
    'key read': await key('read'),
    'key read, door': await key('read', 'door'),
    'door link': await openDoorLink(service),
    'their owner': (await openMember(service, { organizationId: service.theirs.organizationId })).headers,
  };
}

async function openDoorLink({ ours, event, daysFromNow }: TestService) {
  const { id } = await event();
  const gate = { name: 'Gate A', ends_at: daysFromNow(1) };
  const { secret } = await must(ours.post<{ secret: string }>(`/events/${id}/door-links`, gate));
  return { authorization: `Bearer ${secret}` };
}

const ALL_BUT_LINKS = CALLERS.filter((name) => name !== 'door link');

/** A kind of operation: which callers may use it, and what its errors require. Listed here, not read from the code. */
const OF_KIND = {
  read: {
    may: [
      'owner',
      'manager',
      'cashier',
      'viewer',
      'key all',
      'key sell',
      'key box_office',
      'key read',
      'key read, door',
    ],
    role: 'viewer',
    scope: 'read',
  },
  sell: { may: ['owner', 'manager', 'key all', 'key sell'], role: 'manager', scope: 'sell' },
  door: {
    may: ['owner', 'manager', 'cashier', 'door', 'key all', 'key door', 'key read, door'],
    role: 'door',
    scope: 'door',
  },
  'door of an event': {
    may: ['owner', 'manager', 'cashier', 'door', 'key all', 'key door', 'key read, door', 'door link'],
    role: 'door',
    scope: 'door',
  },
  box_office: {
    may: ['owner', 'manager', 'cashier', 'key all', 'key box_office'],
    role: 'cashier',
    scope: 'box_office',
  },
  'read at the door': { may: ALL_BUT_LINKS, role: '', scope: '' },
  'read at the door of an event': { may: CALLERS, role: '', scope: '' },
  manage: { may: ['owner', 'manager', 'key all'], role: 'manager', scope: 'all' },
  hand_out: { may: ['owner', 'manager', 'cashier', 'key all'], role: 'cashier', scope: 'all' },
  own: { may: ['owner', 'key all'], role: 'owner', scope: 'all' },
  secure: { may: ['owner'], role: 'owner', scope: '' },
} as const;

const KINDS: Record<keyof typeof OF_KIND, string[]> = {
  read: [
    ...['getOverview', 'streamLive'],
    ...['getSalesSeries', 'getOrganization', 'listSeats'],
    ...[
      'listQuestions',
      'listSections',
      'getSeatingPlan',
      'getCheckout',
      'listWaitingList',
      'listOrders',
      'getOrder',
      'listMails',
      'listRefundRequests',
      'getTicket',
    ],
    ...['listAttendees', 'exportAttendees', 'exportOrders', 'getSales', 'listPromoCodes', 'getPromoCode'],
    ...['listSubscriptionTiers', 'listSubscriptions', 'getSubscription'],
    ...['listWebhooks', 'getWebhook', 'listWebhookDeliveries', 'listDeliveries', 'getDelivery'],
    'listNotifications',
  ],
  sell: ['createCheckout', 'listCheckouts', 'changeCheckout', 'expireCheckout', 'joinWaitingList'],
  door: ['checkInTicket'],
  'door of an event': ['checkInByCode', 'undoCheckIn', 'undoPassage'],
  box_office: [
    ...['createOrder', 'changeOrder', 'getBoxOfficeClosing', 'previewImport', 'importAttendees'],
    ...['createReservation', 'listReservations', 'updateReservation', 'pickUpReservation', 'letGoReservation'],
  ],
  'read at the door': [
    'listEvents',
    'getEvent',
    'listSeries',
    'getSeries',
    'listTicketKeys',
    'listCheckInLists',
    'listPassages',
    'getCurrentApiKey',
  ],
  'read at the door of an event': ['getDoor', 'findTicketByCode'],
  manage: [
    ...['releaseCheckout', 'removeFromWaitingList', 'listDoorLinks', 'createDoorLink', 'revokeDoorLink'],
    ...['createCheckInList', 'updateCheckInList', 'deleteCheckInList'],
    ...['listMessages', 'createMessage', 'previewMessage', 'testMessage', 'cancelMessage'],
    ...['createQuestion', 'updateQuestion', 'deleteQuestion'],
    'exportBuyer',
    ...['addDates', 'previewDates', 'moveToSeries', 'updateSeries'],
    ...['duplicateEvent', 'approveRefundRequest', 'declineRefundRequest'],
    ...['uploadCover', 'deleteCover'],
    ...['createEvent', 'updateEvent', 'createTier', 'updateTier', 'deleteTier', 'replaceSeatingPlan'],
    ...['blockSeats', 'unblockSeats', 'changeCustomer', 'refundOrder', 'reissueTicket', 'refundTicket'],
    ...['createPromoCode', 'updatePromoCode', 'createSubscriptionTier', 'updateSubscriptionTier'],
    ...['createSubscription', 'cancelSubscription', 'createWebhook', 'updateWebhook', 'deleteWebhook'],
    ...['rotateWebhookSecret', 'testWebhook', 'redeliverWebhook', 'replayWebhook'],
  ],
  hand_out: ['resendOrder', 'resendTicket'],
  own: [
    ...['listChanges', 'updateOrganization', 'uploadLogo', 'deleteLogo'],
    ...['listPaymentAccounts', 'getPaymentAccount', 'listApiKeys', 'getTeam'],
  ],
  secure: [
    ...['setPaymentAccount', 'removePaymentAccount', 'createApiKey', 'revokeApiKey'],
    ...['eraseBuyer', 'requireTwoFactor', 'openTestOrganization'],
    ...['changeRole', 'removeMember', 'logOutMember', 'createInvitation', 'deleteInvitation'],
  ],
};

/** The kind of every operation; a new operation fails the security tests until it is listed above. */
export const KIND_OF = Object.fromEntries(
  Object.entries(KINDS).flatMap(([kind, operations]) => operations.map((each) => [each, kind as keyof typeof OF_KIND])),
);

export function hasAccess(name: Name, operationId: string): boolean {
  const kind = KIND_OF[operationId];
  return kind !== undefined && OF_KIND[kind].may.some((each) => each === name);
}

/** Operations that no key may use, whatever its scopes. */
export const isForPeople = (operationId: string) => KIND_OF[operationId] === 'secure';

export function refusalOf(name: Name, operationId: string) {
  if (name === 'door link')
    return { code: 'door_link_not_enough', message: 'A door link can only check in tickets of its event' };
  const { role, scope } = OF_KIND[KIND_OF[operationId] ?? 'own'];
  if (name.startsWith('key') && isForPeople(operationId))
    return {
      code: 'person_required',
      message: 'No API key can do this: log in to the dashboard',
    };
  return name.startsWith('key')
    ? {
        code: 'insufficient_scope',
        message: `This API key cannot do this: it needs the scope ${scope}`,
        details: { scope },
      }
    : {
        code: 'insufficient_role',
        message: `Your role (${name}) cannot do this: it needs ${role}`,
        details: { role: name, needs: role },
      };
}
