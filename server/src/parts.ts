import type { Config } from './config/config.ts';
import type { Geocoder } from './geocoding/geocoder.ts';
import type { PaymentProviders } from './payments/providers.ts';
import type { Database } from './platform/database/database.ts';
import type { Lifecycle } from './platform/http/sockets/lifecycle.ts';
import type { TicketPrinter } from './tickets/documents/ticket-printer.ts';
import type { Clock } from './values/clock.ts';

/** Everything the server is made of. Tests change settings and the edges (clock, geocoder), never the app. */
export interface Parts {
  config: Config;
  db: Database;
  clock: Clock;
  geocoder: Geocoder;
  providers: PaymentProviders;
  printer: TicketPrinter;
  lifecycle: Lifecycle;
  /** Address that clients and buyers reach, known once the port is bound. */
  publicUrl: () => string;
}
