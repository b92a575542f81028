/**
 * Checks that public generators make clients from our OpenAPI document that compile and read money exactly:
 *
 *   node scripts/generated-clients.ts             all clients whose tools are installed
 *   node scripts/generated-clients.ts go php      clients with these words in their names
 *   node scripts/generated-clients.ts --install   installs missing compilers with apt-get first (as root)
 *
 * Prints one line per client, and exits with 1 if one failed. Generators are downloaded, so this needs the network and
 * is not part of `npm test`. Everything happens in a temporary folder, which is kept if a client failed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static } from 'typebox';
import type { EventJson } from '../server/src/events/schemas.ts';
import { readApiDocument } from './api-document.ts';
import { type Client, exists, PRICE, runProgram, type Workspace } from './generated-clients/client.ts';
import { goOpenapiGenerator, oapiCodegen } from './generated-clients/go.ts';
import { java } from './generated-clients/java.ts';
import { php } from './generated-clients/php.ts';
import { openapiPythonClient } from './generated-clients/python.ts';
import { heyApi, openapiFetch } from './generated-clients/typescript.ts';

const CLIENTS = [openapiFetch, heyApi, openapiPythonClient, java, oapiCodegen, goOpenapiGenerator, php];

const TIER = {
  id: '0190a000-0000-7000-8000-000000000002',
  name: 'General Admission',
  price: PRICE,
  quantity_total: 100,
  quantity_sold: 1,
  is_active: true,
  admission: true,
  hidden: false,
  follows_tier_id: null,
  price_mode: 'fixed' as const,
  minimum_price: null,
  sort_order: 0,
  sales_start_datetime: null,
  sales_end_datetime: null,
  available: 99,
};
/** A field of the API that is missing here is a type error. */
const EVENT = {
  id: '0190a000-0000-7000-8000-000000000001',
  slug: 'generated',
  public_url: 'https://tickets.example/shop/generated/generated',
  listed: true,
  series_id: null,
  series_name: null,
  title: 'Gabi ng Musika',
  status: 'active',
  start_datetime: '2027-03-01T12:00:00Z',
  end_datetime: null,
  venue_name: 'Music Museum',
  city: 'San Juan',
  capacity: 100,
  cover_image_url: 'https://images.example/cover.jpg',
  ticket_price: PRICE,
  event_type: 'concert',
  tickets_sold: 1,
  waiting_room: { enabled: false, opens_at: null },
  description: null,
  description_html: null,
  address: null,
  latitude: 14.6042,
  longitude: 121.0484,
  sales_end_datetime: '2027-03-01T11:00:00Z',
  images: ['https://images.example/cover.jpg'],
  seated: false,
  max_per_order: null,
  max_per_buyer: null,
  consent_text: null,
  attendee_details: 'none',
  re_entry: false,
  internal_note: null,
  refund_rule: null,
  created_at: '2027-02-01T12:00:00Z',
  updated_at: '2027-02-01T12:00:00Z',
  ticket_tiers: [TIER],
} satisfies Static<typeof EventJson>;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const install = process.argv.includes('--install');
const wanted = CLIENTS.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
);

const root = mkdtempSync(join(tmpdir(), 'takilya-clients-'));
const document = join(root, 'openapi.json');
const sample = join(root, 'event.json');
writeFileSync(document, await readApiDocument());
writeFileSync(sample, JSON.stringify(EVENT));
const failures = wanted.filter((client) => !passes(client));
if (failures.length === 0) rmSync(root, { recursive: true });
else process.exitCode = 1;

/** @returns false when our document may be at fault */
function passes(client: Client): boolean {
  const { name, needs } = client;
  const workspace = workspaceOf(client);
  const report = (outcome: string) => process.stdout.write(`${name}: ${outcome}\n`);
  try {
    if (install) installMissing(needs);
    const missing = Object.entries(needs).filter(([program]) => !exists(program));
    if (missing.length > 0)
      throw new Error(`no ${missing.map(([program, from]) => `${program} (Debian: ${from})`).join(', no ')}`);
    client.prepare(workspace);
  } catch (error) {
    report(`skipped: ${(error as Error).message}`);
    return true;
  }
  try {
    client.check(workspace);
  } catch (error) {
    report(`FAILED in ${workspace.folder}: ${(error as Error).message}`);
    return false;
  }
  report('ok');
  return true;
}

function workspaceOf({ name }: Client): Workspace {
  const folder = join(root, name.replaceAll(/\W+/g, '-').toLowerCase());
  mkdirSync(folder);
  return {
    folder,
    document,
    sample,
    run: (program, arguments_, options = {}) => runProgram(program, arguments_, options.in ?? folder, options.env),
  };
}

function installMissing(needs: Record<string, string>) {
  const packages = Object.entries(needs).flatMap(([program, from]) => (exists(program) ? [] : from.split(' ')));
  if (packages.length > 0) runProgram('apt-get', ['install', '-y', '-q', ...packages], root);
}
