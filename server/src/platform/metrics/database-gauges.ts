import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../values/clock.ts';
import type { Database } from '../database/database.ts';
import { ThrottledReading } from './throttled-reading.ts';

/** Work that waits in the database, of all organizations together. Every process reports the same. */
export interface Backlog {
  /** Tickets in checkouts that are open or being paid. */
  heldPlaces: number;
  webhookDeliveriesDue: number;
  /** How long the oldest due delivery has been due; 0 when there is none. */
  webhookOldestDueSeconds: number;
  refundsPending: number;
  mailsWaiting: number;
  /** Age of the oldest waiting mail; 0 when there is none. */
  mailOldestSeconds: number;
}

const HELP: Record<keyof Backlog, [name: string, help: string]> = {
  heldPlaces: ['takilya_held_places', 'Places in live holds now'],
  webhookDeliveriesDue: ['takilya_webhook_deliveries_due', 'Webhook deliveries whose time has come'],
  webhookOldestDueSeconds: ['takilya_webhook_oldest_due_seconds', 'How long the longest due delivery has waited'],
  refundsPending: ['takilya_refunds_pending', 'Refunds that the provider has not accepted yet'],
  mailsWaiting: ['takilya_mails_waiting', 'Mails that the mail server has not taken yet'],
  mailOldestSeconds: ['takilya_mail_oldest_seconds', 'How long the oldest waiting mail has waited'],
};

export interface DatabaseFigures {
  db: Pick<Database, 'load'>;
  clock: Clock;
  readBacklog: () => Promise<Backlog>;
}

/**
 * Gauges of this process's connections and of the backlog.
 * @returns updates the gauges, within about a second whatever the database does; call before collecting them
 */
export function databaseGauges(registry: Registry, { db, clock, readBacklog }: DatabaseFigures): () => Promise<void> {
  const registers = [registry];
  const connections = new Gauge({
    name: 'takilya_database_connections',
    help: 'Connections of this process to PostgreSQL, busy and idle; the one session of the embedded database',
    labelNames: ['state'] as const,
    registers,
  });
  const waiting = new Gauge({
    name: 'takilya_database_waiting',
    help: 'Requests that wait for a connection, or for a turn with the embedded database',
    registers,
  });
  const up = new Gauge({
    name: 'takilya_database_up',
    help: '1: the database takes writes, and the last reading of what waits in it was answered; 0: not, or it takes too long',
    registers,
  });
  const gauges = Object.entries(HELP).map(
    ([key, [name, help]]) => [key as keyof Backlog, new Gauge({ name, help, registers })] as const,
  );
  const backlog = new ThrottledReading(readBacklog, () => clock.now().getTime());

  return async () => {
    const figures = await backlog.latest();
    up.set(figures ? 1 : 0);
    for (const [key, gauge] of gauges) {
      if (figures) gauge.set(figures[key]);
      else gauge.remove();
    }
    const { busy, idle, waiting: queue } = db.load();
    connections.set({ state: 'busy' }, busy);
    connections.set({ state: 'idle' }, idle);
    waiting.set(queue);
  };
}
