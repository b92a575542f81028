import type { Config } from './config/config.ts';
import type { Geocoder } from './geocoding/geocoder.ts';
import type { PaymentProviders } from './payments/providers.ts';
import type { Database, Queryable } from './platform/database/database.ts';
import type { FileStore } from './platform/files/file-store.ts';
import type { Lifecycle } from './platform/http/sockets/lifecycle.ts';
import type { TicketPrinter } from './tickets/documents/ticket-printer.ts';
import type { Clock } from './values/clock.ts';

/** The components of the server. Tests replace settings and edges (clock, geocoder), never the app. */
export interface Parts {
  config: Config;
  db: Database;
  /**
   * Reads for lists, exports and figures: the replica if there is one, otherwise `db`. Reads on which a decision
   * depends use `db`.
   */
  reads: Queryable;
  /** Uploaded pictures. */
  files: FileStore;
  clock: Clock;
  geocoder: Geocoder;
  providers: PaymentProviders;
  printer: TicketPrinter;
  lifecycle: Lifecycle;
  /** The URL that clients and buyers use, known once the port is bound. */
  publicUrl: () => string;
}
