import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemsOf } from '../../test/fixtures/problems.ts';
import { APPLE_SETTINGS, certificateFile, googleIssuer } from '../../test/fixtures/wallet.ts';
import { readConfig } from './config.ts';

test('there are no passes without settings', () => {
  expect(readConfig({})).toMatchObject({ applePasses: null, googleWallet: null });
});

test('the certificates of a pass type are accepted, the one of the authority also as Apple offers it, in DER', () => {
  const { applePasses } = readConfig(APPLE_SETTINGS);
  expect(applePasses).toMatchObject({ passTypeId: 'pass.example.takilya', teamId: 'TEAM123456' });
  const der = join(mkdtempSync(join(tmpdir(), 'takilya-')), 'AppleWWDRCAG4.cer');
  const base64 = String(applePasses?.issuer).replaceAll(/-----.*-----|\s/g, '');
  writeFileSync(der, Buffer.from(base64, 'base64'));
  expect(readConfig({ ...APPLE_SETTINGS, APPLE_WWDR_CERTIFICATE: der }).applePasses).toEqual(applePasses);
});

test('half a set of settings names those that are missing', () => {
  expect(problemsOf({ APPLE_TEAM_ID: 'TEAM123456', APPLE_PASS_KEY: certificateFile('pass.key') })).toEqual([
    'APPLE_PASS_TYPE_ID must be set with APPLE_TEAM_ID',
    'APPLE_PASS_CERTIFICATE must be set with APPLE_TEAM_ID',
    'APPLE_WWDR_CERTIFICATE must be set with APPLE_TEAM_ID',
  ]);
});

test.each([
  [
    { APPLE_PASS_TYPE_ID: 'pass.example.other' },
    'APPLE_PASS_TYPE_ID must be the pass type of APPLE_PASS_CERTIFICATE, which is for "pass.example.takilya"',
  ],
  [
    { APPLE_TEAM_ID: 'TEAM000000' },
    'APPLE_TEAM_ID must be the team of APPLE_PASS_CERTIFICATE, which is of "TEAM123456"',
  ],
  [
    { APPLE_WWDR_CERTIFICATE: certificateFile('pass-root.pem') },
    'APPLE_WWDR_CERTIFICATE must be the certificate that issued APPLE_PASS_CERTIFICATE: its issuer is ' +
      '"CN=Takilya test authority of passes, OU=G4", and this one is "CN=Takilya test root of passes"',
  ],
  [
    { APPLE_PASS_CERTIFICATE: certificateFile('pass-over.pem') },
    'APPLE_PASS_CERTIFICATE must not be over: it was valid until Nov 25 10:50:15 2026 GMT',
  ],
  [
    { APPLE_PASS_KEY: certificateFile('server.key') },
    'APPLE_PASS_KEY must be a file with an RSA key in PEM, without a passphrase',
  ],
  [
    { APPLE_PASS_CERTIFICATE: certificateFile('make.sh') },
    'APPLE_PASS_CERTIFICATE must be a file with a certificate, in PEM or DER',
  ],
  [{ APPLE_PASS_KEY: '/nowhere.key' }, 'APPLE_PASS_KEY must name a file that can be read, not "/nowhere.key" (ENOENT)'],
])('%j is refused', (wrong, problem) => {
  expect(problemsOf({ ...APPLE_SETTINGS, ...wrong })).toEqual([problem]);
});

test('an issuer of Google Wallet is set up with its number and the key of its service account', () => {
  const { settings, account } = googleIssuer();
  const { googleWallet } = readConfig(settings);
  expect(googleWallet).toEqual({
    issuerId: settings.GOOGLE_WALLET_ISSUER_ID,
    email: account.client_email,
    key: account.private_key,
  });
  const { GOOGLE_WALLET_ISSUER_ID: number, GOOGLE_WALLET_SERVICE_ACCOUNT: file } = settings;
  expect(problemsOf({ GOOGLE_WALLET_ISSUER_ID: number })).toEqual([
    'GOOGLE_WALLET_SERVICE_ACCOUNT must be set with GOOGLE_WALLET_ISSUER_ID',
  ]);
  expect(problemsOf({ GOOGLE_WALLET_SERVICE_ACCOUNT: file })).toEqual([
    'GOOGLE_WALLET_ISSUER_ID must be set with GOOGLE_WALLET_SERVICE_ACCOUNT',
  ]);
  expect(problemsOf({ ...settings, GOOGLE_WALLET_ISSUER_ID: 'x' })).toEqual([
    'GOOGLE_WALLET_ISSUER_ID must be the number of an issuer',
  ]);
  expect(problemsOf({ ...settings, GOOGLE_WALLET_SERVICE_ACCOUNT: certificateFile('pass.key') })).toEqual([
    'GOOGLE_WALLET_SERVICE_ACCOUNT must be the JSON file of a key of a service account, with client_email and private_key',
  ]);
});
