import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { secondFactorRoutes } from './accounts/second-factor/routes.ts';
import { teamRoutes } from './accounts/team/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { aboutApi } from './api-description.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { attendeeRoutes } from './attendees/routes.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { boxOfficeRoutes } from './box-office/routes.ts';
import { findPages } from './buyers/pages/routes.ts';
import { buyerRoutes } from './buyers/routes.ts';
import { callers } from './callers.ts';
import { checkInListRoutes } from './check-in-lists/routes.ts';
import { checkoutRoutes } from './checkouts/routes.ts';
import { dashboardApi } from './dashboard-api.ts';
import { doorLinkRoutes } from './door-links/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { honourIdempotencyKeys } from './idempotency/plugin.ts';
import { mailRoutes } from './mail/routes.ts';
import { unsubscribePages } from './messages/pages/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import type { Parts } from './parts.ts';
import { paymentRoutes } from './payments/routes.ts';
import { sandboxPages } from './payments/sandbox/pages.ts';
import { pictureFiles } from './pictures/pages/routes.ts';
import { pictureRoutes } from './pictures/routes.ts';
import { requireAccessOnEveryRoute } from './platform/http/callers/access.ts';
import { declareCaller } from './platform/http/callers/caller.ts';
import { hostCheck, refuseOtherHosts } from './platform/http/callers/named-host.ts';
import { dropContentTypeWithoutBody, MAX_BODY_BYTES, readJsonBodies } from './platform/http/contract/bodies.ts';
import { escapeBrokenEscapes } from './platform/http/contract/broken-escapes.ts';
import { sendError } from './platform/http/contract/error-handler.ts';
import { healthRoutes } from './platform/http/contract/health.ts';
import { noStore } from './platform/http/contract/no-store.ts';
import { describeApi } from './platform/http/contract/openapi/describe-api.ts';
import { serveDocument } from './platform/http/contract/openapi/serve-document.ts';
import { requestId } from './platform/http/contract/request-id.ts';
import { compileSerializer } from './platform/http/contract/serialization.ts';
import { shareReads } from './platform/http/contract/shared-reads.ts';
import { refuseUnknownRoutes } from './platform/http/contract/unknown-routes.ts';
import { compileValidator } from './platform/http/contract/validation.ts';
import { dashboardFiles } from './platform/http/pages/dashboard-files.ts';
import { docsFiles, referencePage } from './platform/http/pages/docs-files.ts';
import { doorFiles } from './platform/http/pages/door-files.ts';
import { answerUnknownAddresses } from './platform/http/pages/error-pages.ts';
import { answerBrokenRequest } from './platform/http/sockets/broken-requests.ts';
import { compressAnswers } from './platform/http/sockets/compress-answers.ts';
import { hook } from './platform/http/sockets/hook.ts';
import { endConnectionsWhenLeaving, refuseWhenLeaving } from './platform/http/sockets/lifecycle.ts';
import { writeAnswersTogether } from './platform/http/sockets/write-together.ts';
import { createLogger, nameRequest } from './platform/logging/logger.ts';
import { measure } from './platform/metrics/metrics.ts';
import { connectionRefusals } from './platform/refusals/request-refusals.ts';
import { traceRequests } from './platform/tracing/tracing.ts';
import { promoCodeRoutes } from './promo-codes/routes.ts';
import { questionRoutes } from './questions/routes.ts';
import { readBacklog } from './read-backlog.ts';
import { importRoutes } from './sales/imports/routes.ts';
import { orderChangeRoutes } from './sales/order-changes/routes.ts';
import { checkoutPages } from './sales/pages/routes.ts';
import { paymentWebhookRoutes } from './sales/payment/routes.ts';
import { refundPages } from './sales/refund-requests/pages/routes.ts';
import { refundRequestRoutes } from './sales/refund-requests/routes.ts';
import { reservationRoutes } from './sales/reservations/routes.ts';
import { sales } from './sales/sales-for-events.ts';
import { seatingRoutes } from './seating/routes.ts';
import { seriesRoutes } from './series/routes.ts';
import { shopPages } from './shop/pages/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { ticketPages } from './tickets/pages/routes.ts';
import { passageRoutes } from './tickets/passage-routes.ts';
import { ticketRoutes } from './tickets/routes.ts';
import { applePassRoutes } from './tickets/wallet/routes.ts';
import { waitingListPages } from './waiting-list/pages/routes.ts';
import { waitingListRoutes } from './waiting-list/routes.ts';
import { roomPages } from './waiting-room/pages/routes.ts';
import { deliveryRoutes } from './webhooks/delivery/routes.ts';
import { notificationRoutes } from './webhooks/reading/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Time limit for a whole request to arrive: a client that trickles it in is cut off. */
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * The length of the longest request line (Node's limit), so that the router never refuses an id before authentication.
 */
const MAX_PARAM_LENGTH = 16_384;

/** A year: browsers that connected once over https never use http again. */
const HSTS = 'max-age=31536000';
/** The policy of every answer that sets no other, such as JSON: as a document it loads, sends and embeds nothing. */
const POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Builds the app. A worker serves only health checks and metrics. */
export async function buildApp(parts: Parts) {
  const { config, db, clock, lifecycle } = parts;
  const app = Fastify({
    loggerInstance: createLogger(config.logLevel) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.trustedProxies,
    rewriteUrl: ({ url = '/' }) => escapeBrokenEscapes(url),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: false },
    // `refuseWhenLeaving` answers in the envelope instead.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: sendError,
    clientErrorHandler: answerBrokenRequest,
    childLoggerFactory: nameRequest,
    http: {
      // Node would answer with an empty body; the first hook answers in the envelope.
      requireHostHeader: false,
      // Requests without a body do not pay for a stream; see `dropContentTypeWithoutBody`.
      optimizeEmptyRequests: true,
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(sendError);
  answerUnknownAddresses(app);
  app.decorateRequest('temporaryRefusal', false);
  app.decorateRequest('outcomeUnknown', false);
  app.decorateRequest('storedLanguage', null);
  declareCaller(app);
  // An `Expect` header is ignored; Node would refuse the request with an empty body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  app.decorate('isHttps', isHttps);
  app.addHook('onRequest', (request, reply, done) => {
    if (isHttps) reply.header('strict-transport-security', HSTS);
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('content-security-policy', POLICY);
    dropContentTypeWithoutBody(request);
    const named = request.headers.host !== undefined || request.raw.httpVersion !== '1.1';
    done(named ? undefined : connectionRefusals.missing_host());
  });
  await compressAnswers(app);
  writeAnswersTogether(app);
  endConnectionsWhenLeaving(app, lifecycle);
  measure(app, { db, clock, readBacklog: () => readBacklog(db, clock.now()) }, config.metricsAddress);
  healthRoutes(app, { db, lifecycle });
  if (config.role !== 'worker') await app.register(publicRoutes, parts);
  return app;
}

/** Everything for organizers, buyers and door staff. */
async function publicRoutes(app: FastifyInstance, parts: Parts) {
  const { config, lifecycle } = parts;
  traceRequests(app);
  refuseWhenLeaving(app, lifecycle);
  refuseOtherHosts(app, hostCheck(config.publicUrl, config.otherHosts));
  await describeApi(app, aboutApi(parts.publicUrl));
  await app.register(serveDocument, { prefix: '/api/v1' });
  await app.register(referencePage, { prefix: '/api/v1' });
  const authentication = await callers(parts, app);
  app.addHook('onClose', async () => authentication.close());
  await app.register((api) => apiRoutes(api, parts, authentication), { prefix: '/api/v1' });
  await app.register((dashboard) => dashboardApi(dashboard, parts, authentication), { prefix: '/dashboard/api' });

  // The bare address of the server leads to the dashboard.
  app.get('/', async (_request, reply) => reply.redirect('/dashboard/'));
  await app.register(dashboardFiles, { prefix: '/dashboard' });
  await app.register(doorFiles, {});
  await app.register(docsFiles, { prefix: '/docs' });
  await app.register(pictureFiles, parts);
  await app.register(shopPages, parts);
  await app.register(roomPages, parts);
  await app.register(checkoutPages, parts);
  await app.register(ticketPages, parts);
  await app.register(applePassRoutes, parts);
  await app.register(refundPages, parts);
  await app.register(findPages, parts);
  await app.register(waitingListPages, parts);
  await app.register(unsubscribePages, parts);
  await app.register(paymentWebhookRoutes, parts);
  await app.register(sandboxPages, parts);
}

/** The operations of the API, which the dashboard calls, too. */
async function apiRoutes(api: FastifyInstance, parts: Parts, authentication: Awaited<ReturnType<typeof callers>>) {
  readJsonBodies(api, MAX_BODY_BYTES);
  api.addHook('onRequest', noStore);
  api.addHook('onRequest', hook(authentication.byKeyOrSession));
  api.addHook('onRequest', hook(authentication.count));
  refuseUnknownRoutes(api);
  requireAccessOnEveryRoute(api);
  honourIdempotencyKeys(api, parts);
  shareReads(api);
  // Called, not registered: a Fastify context for each would give requests a hidden class of each, which slows all
  // code that handles requests.
  await organizationRoutes(api, parts);
  await eventRoutes(api, { ...parts, sales });
  await checkInListRoutes(api, parts);
  await pictureRoutes(api, { ...parts, sales });
  await doorLinkRoutes(api, parts);
  await questionRoutes(api, parts);
  await seatingRoutes(api, { ...parts, sales });
  await seriesRoutes(api, { ...parts, sales });
  await checkoutRoutes(api, parts);
  await waitingListRoutes(api, parts);
  await orderRoutes(api, parts);
  await boxOfficeRoutes(api, parts);
  await orderChangeRoutes(api, parts);
  await reservationRoutes(api, parts);
  await importRoutes(api, parts);
  await refundRequestRoutes(api, parts);
  await ticketRoutes(api, parts);
  await passageRoutes(api, parts);
  await mailRoutes(api, parts);
  await attendeeRoutes(api, parts);
  await messageRoutes(api, parts);
  await promoCodeRoutes(api, { ...parts, sales });
  await analyticsRoutes(api, parts);
  await paymentRoutes(api, parts);
  await auditLogRoutes(api, parts);
  await overviewRoutes(api, { ...parts, authenticate: authentication.byKeyOrSession });
  await subscriptionRoutes(api, parts);
  await buyerRoutes(api, parts);
  await webhookRoutes(api, parts);
  await notificationRoutes(api, { ...parts, authenticate: authentication.byKeyOrSession });
  await deliveryRoutes(api, parts);
  await apiKeyRoutes(api, parts);
  await teamRoutes(api, parts);
  await secondFactorRoutes(api, parts);
}
