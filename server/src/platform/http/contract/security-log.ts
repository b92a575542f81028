import type { FastifyRequest } from 'fastify';
import { securityEvents } from '../../metrics/service-metrics.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { SECURITY_EVENTS, type SecurityEvent } from '../../refusals/security-event.ts';
import { Allowances } from '../../work/allowances.ts';

/** Log lines of one event: an attack must not fill the disk. The counters have all of them. */
const lines = new Allowances({ most: 100, everySeconds: 1, names: SECURITY_EVENTS.length });

/** Logs and counts a refusal if it may be part of an attack. */
export function logRefusal(request: FastifyRequest, { code, securityEvent }: Refusal): void {
  if (securityEvent) logSecurityEvent(request, securityEvent, code);
}

/** The line names the caller and the route, never what was sent: no passwords, codes, keys or e-mail addresses. */
export function logSecurityEvent(request: FastifyRequest, event: SecurityEvent, code?: string): void {
  securityEvents.inc({ result: event });
  if (lines.take(event, new Date()) > 0) return;
  const { ip, method, caller } = request;
  request.log.warn(
    {
      securityEvent: event,
      code,
      ip,
      route: `${method} ${request.routeOptions.url ?? 'unknown'}`,
      ...(caller ? { callerId: caller.credentialId, organizationId: caller.organizationId } : {}),
    },
    `security: ${event.replaceAll('_', ' ')}`,
  );
}
