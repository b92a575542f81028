import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { readPrintedOrder } from '../documents/read-printed-order.ts';
import type { TicketPrinter } from '../documents/ticket-printer.ts';
import { ticketRefusals } from '../refusals.ts';
import { findTicketKey, getTicketKey } from '../ticket-key.ts';
import { passFacts } from './pass-facts.ts';
import { type PassOfTicket, parsePassSerial, provesPass } from './pass-serial.ts';
import { type CurrentPass, findCurrentPass } from './queries.ts';

export interface PassReading {
  config: Config;
  db: Database;
  printer: TicketPrinter;
  publicUrl: () => string;
}

/** What a phone sends about a pass that it has. */
export interface ShownPass {
  passType: string;
  serial: string;
  authorization: string | undefined;
}

export interface ProvenPass {
  pass: PassOfTicket;
  current: CurrentPass;
}

/** @throws Refusal 401, the same for every pass that is not proven, known or not */
export async function getProvenPass(
  { config, db }: PassReading,
  { passType, serial, authorization = '' }: ShownPass,
): Promise<ProvenPass> {
  const pass = passType === config.applePasses?.passTypeId ? parsePassSerial(serial) : undefined;
  const key = pass && (await findTicketKey(db, config.secretsKeys, pass.organizationId));
  const [scheme, token = ''] = authorization.split(' ');
  const isProven = key !== undefined && scheme === 'ApplePass' && provesPass(token, serial, key.walletKey);
  const current = pass && isProven ? await findCurrentPass(db, pass) : undefined;
  if (!pass || !current) throw ticketRefusals.pass_not_proven();
  return { pass, current };
}

/** The pass as it is now. One with an earlier code is void, and shows nothing of the ticket's new holder. */
export async function readPass(reading: PassReading, { pass, current }: ProvenPass): Promise<Buffer> {
  const { config, db, printer } = reading;
  const { organizationId, ticketId, revision } = pass;
  const { secretsKeys, applePasses: signing } = config;
  if (!signing) throw ticketRefusals.pass_not_proven();
  const publicUrl = reading.publicUrl();
  const [order, { walletKey }] = await Promise.all([
    readPrintedOrder(
      db,
      { organizationId, orderId: current.orderId, ticketIds: [ticketId] },
      { secretsKeys, publicUrl },
    ),
    getTicketKey(db, secretsKeys, organizationId),
  ]);
  const isReplaced = current.revision !== revision;
  return printer.makePass(order, passFacts({ signing, publicUrl, walletKey }, pass, { isReplaced }));
}
