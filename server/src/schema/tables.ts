// Generated from the tables.sql of all domains by `npm run generate`. Do not edit.
import { auditLogTable } from '../audit-log/tables.ts';
import { picturesTable } from '../pictures/tables.ts';
import { organizationSlugsTable, organizationsTable } from '../organizations/tables.ts';
import { purgesTable } from '../retention/tables.ts';
import { idempotencyKeysTable } from '../idempotency/tables.ts';
import { notificationCountersTable, notificationsTable, webhookAttemptsTable, webhookDeliveriesTable, webhooksTable } from '../webhooks/tables.ts';
import { mailsTable } from '../mail/tables.ts';
import { devicesTable, invitationsTable, membershipsTable, oneTimeLinksTable, passkeyChallengesTable, passkeysTable, recoveryCodesTable, sessionsTable, throttlesTable, usersTable } from '../accounts/tables.ts';
import { apiKeysTable } from '../api-keys/tables.ts';
import { eventSeriesTable, eventSlugsTable, eventsTable, ticketTiersTable } from '../events/tables.ts';
import { checkInListTiersTable, checkInListsTable } from '../check-in-lists/tables.ts';
import { doorLinksTable } from '../door-links/tables.ts';
import { questionTiersTable, questionsTable } from '../questions/tables.ts';
import { seatClaimsTable, seatingPlansTable, seatingRowsTable, seatingSectionsTable } from '../seating/tables.ts';
import { promoCodesTable } from '../promo-codes/tables.ts';
import { answersTable, checkoutLinesTable, checkoutsTable, consentsTable } from '../checkouts/tables.ts';
import { waitingListEntriesTable } from '../waiting-list/tables.ts';
import { paymentAccountsTable, paymentAttemptsTable, paymentsTable, refundsTable, sandboxRefundsTable, sandboxSessionsTable } from '../payments/tables.ts';
import { orderChangesTable, ordersTable, salesFiguresTable, salesSourcesTable } from '../orders/tables.ts';
import { boxOfficeEntriesTable, reservationsTable } from '../box-office/tables.ts';
import { checkInConflictsTable, passagesTable, refundRequestsTable, ticketKeysTable, ticketsTable, walletRegistrationsTable } from '../tickets/tables.ts';
import { messageAllowancesTable, messageUnsubscribesTable, messagesTable } from '../messages/tables.ts';
import { waitingRoomStepsTable, waitingRoomsTable } from '../waiting-room/tables.ts';
import { shopFormsTable } from '../shop/tables.ts';
import { subscriptionTiersTable, subscriptionsTable } from '../subscriptions/tables.ts';
import { secretsKeyCheckTable } from '../secrets/tables.ts';
import { consistencyCheckTable } from '../verify/tables.ts';

/** Every table of this version, with its columns. */
export const TABLES = [
  auditLogTable,
  picturesTable,
  organizationsTable,
  organizationSlugsTable,
  purgesTable,
  idempotencyKeysTable,
  notificationsTable,
  notificationCountersTable,
  webhooksTable,
  webhookDeliveriesTable,
  webhookAttemptsTable,
  mailsTable,
  usersTable,
  recoveryCodesTable,
  passkeysTable,
  passkeyChallengesTable,
  membershipsTable,
  sessionsTable,
  devicesTable,
  invitationsTable,
  oneTimeLinksTable,
  throttlesTable,
  apiKeysTable,
  eventSeriesTable,
  eventsTable,
  eventSlugsTable,
  ticketTiersTable,
  checkInListsTable,
  checkInListTiersTable,
  doorLinksTable,
  questionsTable,
  questionTiersTable,
  seatingPlansTable,
  seatingSectionsTable,
  seatingRowsTable,
  seatClaimsTable,
  promoCodesTable,
  checkoutsTable,
  checkoutLinesTable,
  consentsTable,
  answersTable,
  waitingListEntriesTable,
  paymentAccountsTable,
  paymentAttemptsTable,
  paymentsTable,
  refundsTable,
  sandboxSessionsTable,
  sandboxRefundsTable,
  ordersTable,
  orderChangesTable,
  salesFiguresTable,
  salesSourcesTable,
  boxOfficeEntriesTable,
  reservationsTable,
  ticketsTable,
  passagesTable,
  checkInConflictsTable,
  refundRequestsTable,
  walletRegistrationsTable,
  ticketKeysTable,
  messagesTable,
  messageAllowancesTable,
  messageUnsubscribesTable,
  waitingRoomsTable,
  waitingRoomStepsTable,
  shopFormsTable,
  subscriptionTiersTable,
  subscriptionsTable,
  secretsKeyCheckTable,
  consistencyCheckTable,
] as const;
