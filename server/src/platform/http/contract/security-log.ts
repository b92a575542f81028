import type { FastifyRequest } from 'fastify';
import { SECURITY_EVENTS, securityEvents } from '../../metrics/service-metrics.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { Allowances } from '../../work/allowances.ts';

type SecurityEvent = (typeof SECURITY_EVENTS)[number];

const EVENT_OF_CODE: Readonly<Record<string, SecurityEvent>> = {
  wrong_credentials: 'log_in_failed',
  wrong_password: 'log_in_failed',
  wrong_code: 'second_factor_failed',
  wrong_new_code: 'second_factor_failed',
  passkey_refused: 'second_factor_failed',
  too_many_tries: 'log_in_throttled',
  webhook_not_verified: 'forged_webhook',
};
const EVENT_OF_STATUS: Readonly<Record<number, SecurityEvent>> = {
  401: 'credential_refused',
  403: 'access_refused',
  429: 'rate_limited',
};
/** Steps of a log-in, and of a change that needs the password again: people meet them every day. */
const ORDINARY = new Set(['not_logged_in', 'code_needed', 'passkey_needed', 'password_needed']);

/** Log lines of one event: an attack must not fill the disk. The counters have all of them. */
const lines = new Allowances({ most: 100, everySeconds: 1, names: SECURITY_EVENTS.length });

/** Logs and counts a refusal if it may be part of an attack. */
export function logRefusal(request: FastifyRequest, { code, status }: Refusal): void {
  const event = ORDINARY.has(code) ? undefined : (EVENT_OF_CODE[code] ?? EVENT_OF_STATUS[status]);
  if (event) logSecurityEvent(request, event, code);
}

/** The line names the caller and the route, never what was sent: no passwords, codes, keys or e-mail addresses. */
export function logSecurityEvent(request: FastifyRequest, event: SecurityEvent, code?: string): void {
  securityEvents.inc({ result: event });
  const now = new Date();
  if (lines.waitSeconds(event, now) > 0) return;
  lines.use(event, now);
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
