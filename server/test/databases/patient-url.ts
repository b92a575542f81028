const LIMITS = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'];

/**
 * The address of a PostgreSQL database whose sessions wait this long, instead of as long as in production: PostgreSQL
 * counts real time, and on a busy machine it would end what a test ends itself.
 */
export function patientUrl(url: string, ms: number): string {
  const patient = new URL(url);
  for (const limit of LIMITS) patient.searchParams.set(limit, String(ms));
  return patient.href;
}
