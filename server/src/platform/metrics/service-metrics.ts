import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SECURITY_EVENTS } from '../refusals/security-event.ts';

/*
 * Metrics that the code updates where events happen, after the commit. Every process counts its own from 0: add up
 * their rates. docs/watch.md explains each one and when to alert, and a test keeps that list complete.
 *
 * Labels have few values, known in the code. Ids, names and addresses are never labels: each would be a new series
 * forever.
 */
export const serviceMetrics = new Registry();

const registers = [serviceMetrics];

/** A counter by result. All results start at 0: to Prometheus, a series that starts at 1 has not increased. */
function resultsCounter<Result extends string>(name: string, help: string, results: readonly Result[]) {
  const counter = new Counter({ name, help, labelNames: ['result'] as const, registers });
  for (const result of results) counter.inc({ result }, 0);
  return { inc: ({ result }: { result: Result }) => counter.inc({ result }) };
}

export const placesHeld = new Counter({
  name: 'takilya_places_held_total',
  help: 'Places that checkouts have taken',
  registers,
});

export const ticketsSold = new Counter({ name: 'takilya_tickets_sold_total', help: 'Tickets sold', registers });

export const ticketsCheckedIn = new Counter({
  name: 'takilya_tickets_checked_in_total',
  help: 'Tickets admitted at the door',
  registers,
});

export const ticketsReturned = new Counter({
  name: 'takilya_tickets_returned_total',
  help: 'Tickets refunded, or cancelled with their event',
  registers,
});

export const paymentsStarted = new Counter({
  name: 'takilya_payments_started_total',
  help: 'Presses of Pay, by method of payment',
  labelNames: ['method'] as const,
  registers,
});

export const paymentsEnded = resultsCounter(
  'takilya_payments_ended_total',
  'Payments by how they ended: sold, unusable (paid, but owed back), failed, closed',
  ['sold', 'unusable', 'failed', 'closed'],
);

export const refundTries = resultsCounter(
  'takilya_refund_tries_total',
  'Refunds sent to the provider, by result: accepted, refused (tried again), given_up',
  ['accepted', 'refused', 'given_up'],
);

export const webhookTries = resultsCounter(
  'takilya_webhook_tries_total',
  'Tries of webhook deliveries by what became of the delivery: succeeded, pending (tried again), failed',
  ['succeeded', 'pending', 'failed'],
);

export const mailTries = resultsCounter(
  'takilya_mail_tries_total',
  'Tries to send a mail by what became of it: sent, pending (tried again), failed, dropped (no longer needed), postponed (limit)',
  ['sent', 'pending', 'failed', 'dropped', 'postponed'],
);

export const walletPushes = resultsCounter(
  'takilya_wallet_pushes_total',
  'Tries to tell a wallet that a pass changed by what became of it: told, pending (tried again), given_up',
  ['told', 'pending', 'given_up'],
);

export const securityEvents = resultsCounter(
  'takilya_security_events_total',
  'Refusals and requests that may be part of an attack, by kind',
  SECURITY_EVENTS,
);

export const rateLimitRefusals = new Counter({
  name: 'takilya_rate_limit_refusals_total',
  help: 'Requests answered 429 by the rate limit of keys, sessions and door links',
  registers,
});

const waitingInLanes = new Map<string, { count: number }>();

/**
 * The number of members that wait in lanes of this kind. Every request changes it, so it is a plain number until it is
 * collected.
 */
export function laneWaiting(lane: string): { count: number } {
  const waiting = waitingInLanes.get(lane) ?? { count: 0 };
  waitingInLanes.set(lane, waiting);
  return waiting;
}

new Gauge({
  name: 'takilya_lane_waiting',
  help: 'Requests that wait for a batch now, by kind of lane',
  labelNames: ['lane'] as const,
  registers,
  collect() {
    for (const [lane, { count }] of waitingInLanes) this.set({ lane }, count);
  },
});

export const laneBatchMembers = new Histogram({
  name: 'takilya_lane_batch_members',
  help: 'How many went to the database together, by kind of lane',
  labelNames: ['lane'] as const,
  // Up to the largest batch of a lane.
  buckets: [1, 2, 4, 8, 16, 32, 64, 128],
  registers,
});

export const laneBatchesFailed = new Counter({
  name: 'takilya_lane_batches_failed_total',
  help: 'Batches that failed as a whole, whose halves were tried then, by kind of lane',
  labelNames: ['lane'] as const,
  registers,
});

export const replicaUsed = new Gauge({
  name: 'takilya_replica_used',
  help: '1: lists are read from the replica; 0: from the primary, also when there is no replica',
  registers,
});

export const replicaLag = new Gauge({
  name: 'takilya_replica_lag_seconds',
  help: 'How long the replica took, or has taken so far, to reach what the primary had at a check',
  registers,
});

export const replicaReads = resultsCounter(
  'takilya_replica_reads_total',
  'Statements of lists by the database that answered: replica, primary',
  ['replica', 'primary'],
);

export const taskLastSuccess = new Gauge({
  name: 'takilya_task_last_success_timestamp_seconds',
  help: 'When a periodic task last ended well',
  labelNames: ['task'] as const,
  registers,
});

export const taskDuration = new Gauge({
  name: 'takilya_task_duration_seconds',
  help: 'How long the last run of a periodic task took',
  labelNames: ['task'] as const,
  registers,
});

export const taskFailures = new Counter({
  name: 'takilya_task_failures_total',
  help: 'Runs of a periodic task that failed',
  labelNames: ['task'] as const,
  registers,
});

export const invariantsBroken = new Gauge({
  name: 'takilya_consistency_violations',
  help: 'Invariants that were violated at the last consistency check; see takilya verify',
  registers,
});

export const consistencyChecked = new Gauge({
  name: 'takilya_consistency_checked_timestamp_seconds',
  help: 'Start of the last finished consistency check; 0 until there is one',
  registers,
});
