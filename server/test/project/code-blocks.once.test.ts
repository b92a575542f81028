import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, root, textOf } from './documents.ts';

const SAMPLES = 'server/test/process/documented-samples.once.test.ts';
const TOUR = 'server/test/process/tour.once.test.ts';
const PGBOUNCER = 'server/test/process/pgbouncer.once.test.ts';

/** Code of a page and a language that is run, or compared with the source, by this file. */
const RUN: Record<string, string> = {
  'ARCHITECTURE.md ts': 'server/test/project/architecture-quotes.once.test.ts',
  'ARCHITECTURE.md sql': 'server/test/project/architecture-quotes.once.test.ts',
  'docs/api/messages.md sh': SAMPLES,
  'docs/api/organization.md sh': SAMPLES,
  'docs/api/waiting-list.md sh': SAMPLES,
  'docs/backups.md conf': 'server/test/process/recovery.once.test.ts',
  'docs/on-sale.md sh': TOUR,
  'docs/pages.md sh': SAMPLES,
  'docs/sdk-python.md python': 'server/test/process/sdk-python.once.test.ts',
  'docs/sdk-typescript.md ts': 'sdk/typescript/test/first-ten-minutes.once.test.ts',
  'docs/seat-map.md sh': TOUR,
  'docs/several-instances.md ini': PGBOUNCER,
  'docs/several-instances.md nginx': 'server/test/process/rolling-restart.once.test.ts',
  'docs/several-instances.md sql': PGBOUNCER,
  'docs/tickets.md js': 'server/test/fixtures/door.ts',
  'docs/tour.md sh': TOUR,
  'docs/webhooks.md js': SAMPLES,
  'docs/webhooks.md python': SAMPLES,
  'docs/webhooks.md sh': SAMPLES,
  'sdk/python/README.md python': 'server/test/process/sdk-python.once.test.ts',
  'sdk/typescript/README.md ts': 'sdk/typescript/test/first-ten-minutes.once.test.ts',
};

const COMMANDS = 'server/test/process/command-line.once.test.ts runs these commands with ids that exist';
const CLI = 'server/test/process/program-commands.once.test.ts runs these commands against servers';
const CLUSTER = 'server/src/schema/distribute.test.ts does this where CITUS_URL is a cluster';
const DEVELOPERS = 'starts what developers start themselves, for minutes or for ever';
const APPLE = 'needs an account at Apple; wallet-passes.test.ts has certificates of an authority of its own';
const MACHINE = 'changes the machine, or needs Docker, systemd or GitHub';

/** The other blocks, by page and first line, with the reason why no test runs them as they stand. */
const NOT_RUN: Record<string, string> = {
  'CONTRIBUTING.md: export PATH=$PWD/node_modules/.bin:$PATH': DEVELOPERS,
  'CONTRIBUTING.md: node scripts/generated-clients.ts': DEVELOPERS,
  'CONTRIBUTING.md: npm run simulate': DEVELOPERS,
  'README.md: npx takilya organizations create': COMMANDS,
  'docs/accounts.md: npx takilya keys create': COMMANDS,
  'docs/accounts.md: npx takilya users invite': COMMANDS,
  'docs/accounts.md: npx takilya users list': COMMANDS,
  'docs/citus.md: -- on every node': CLUSTER,
  'docs/citus.md: DATABASE_URL=': CLUSTER,
  'docs/cli.md: npx takilya events tail': CLI,
  'docs/cli.md: npx takilya listen': CLI,
  'docs/cli.md: npx takilya login': CLI,
  'docs/cli.md: npx takilya trigger': CLI,
  'docs/dashboard.md: npm start': DEVELOPERS,
  'docs/deploy.md: cp deploy/example.env': MACHINE,
  'docs/deploy.md: docker build': MACHINE,
  'docs/deploy.md: docker compose': MACHINE,
  'docs/deploy.md: docker exec': MACHINE,
  'docs/deploy.md: gh attestation verify': MACHINE,
  'docs/deploy.md: install -d': MACHINE,
  'docs/deploy.md: takilya()': MACHINE,
  'docs/deploy.md: useradd': MACHINE,
  'docs/embed.md: <!doctype html>': 'e2e/embed.test.ts opens such a page, at the address of its own server',
  'docs/embed.md: <script': 'e2e/embed.test.ts opens a page with these lines, at the address of its own server',
  'docs/mcp.md: npx takilya login': CLI,
  'docs/several-instances.md: for instance in 1 2': MACHINE,
  'docs/when-it-fails.md: limit_req_zone': 'parts of two sections of a site; needs the whole of nginx',
  'docs/backups.md: npx takilya backup':
    'server/test/process/backup.once.test.ts and dump.once.test.ts, to other folders',
  'docs/operate.md: npx takilya organizations create': COMMANDS,
  'docs/when-it-fails.md: npx takilya verify': COMMANDS,
  'docs/backups.md: pg_basebackup': 'server/test/process/recovery.once.test.ts, to another folder',
  'docs/payments.md: SECRETS_KEY=': 'settings, which need an account at a payment provider',
  'docs/payments.md: npx takilya payments set': 'asks for the secrets of an account at a payment provider',
  'docs/payments.md: openssl rand': 'prints 32 random bytes',
  'docs/sdk-python.md: python3 -m venv':
    'server/test/process/sdk-python.once.test.ts builds and installs a wheel without pip’s build environment',
  'docs/sdk-typescript.md: npm pack': 'sdk/typescript/test/first-ten-minutes.once.test.ts does this in another folder',
  'docs/wallets.md: APPLE_PASS_TYPE_ID=': APPLE,
  'docs/wallets.md: openssl req': APPLE,
  'docs/wallets.md: openssl x509': APPLE,
  'docs/webhooks.md: begin;': 'needs a table of the reader’s own program',
  'docs/webhooks.md: openssl req': 'starts a server for ever; the receivers are tested with certificates of the tests',
};

interface Block {
  page: string;
  language: string;
  /** Without its indentation. */
  code: string;
}

/** Fenced code with a language; JSON shows shapes, and what has no language is no code. */
const blocks: Block[] = documents
  .filter((page) => !page.startsWith('docs/decisions/'))
  .flatMap((page) =>
    [...textOf(page).matchAll(/^ *```(\w+)[^\n]*\n(.*?)^ *```$/gms)].map(([, language = '', code = '']) => ({
      page,
      language,
      code: code.trimStart(),
    })),
  )
  .filter(({ language }) => language !== 'json');

const keyOf = ({ page, language }: Block) => `${page} ${language}`;
const exceptionOf = ({ page, code }: Block) => Object.keys(NOT_RUN).find((key) => `${page}: ${code}`.startsWith(key));

test('code of the documents is run by a test, or there is a reason why not', () => {
  expect(blocks.length).toBeGreaterThan(60);
  const unknown = blocks.filter((block) => !RUN[keyOf(block)] && !exceptionOf(block));
  expect(unknown.map(({ page, code }) => `${page}: ${code.split('\n', 1)}`)).toEqual([]);
});

test('the lists name nothing but code that exists, and tests that read its page', () => {
  const excepted = new Set(blocks.map(exceptionOf));
  expect(Object.keys(NOT_RUN).filter((key) => !excepted.has(key))).toEqual([]);
  const run = new Set(blocks.filter((block) => !exceptionOf(block)).map(keyOf));
  expect(Object.keys(RUN).filter((key) => !run.has(key))).toEqual([]);
  const unread = Object.entries(RUN).filter(([key, file]) => {
    const [page = ''] = key.split(' ');
    // Tests over all documents do not name them.
    return !textOf(file).includes(page) && !file.startsWith('server/test/project/');
  });
  expect(unread).toEqual([]);
  const named = Object.values(NOT_RUN).flatMap((reason) => reason.match(/\S+\.test\.ts/g) ?? []);
  expect(named.filter((file) => file.includes('/') && !existsSync(join(root, file)))).toEqual([]);
});
