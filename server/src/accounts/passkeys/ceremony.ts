import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { uuidBytes } from '../../values/uuid.ts';
import type { Account } from '../queries.ts';
import { CHALLENGE_SECONDS } from './passkey.ts';

/** What a browser sends, as `schemas.ts` checks it. */
export type Registration = Pick<RegistrationResponseJSON, 'id' | 'rawId' | 'type' | 'response'>;
export type Assertion = Pick<AuthenticationResponseJSON, 'id' | 'rawId' | 'type' | 'response'>;

export interface NewCredential {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
}

/** EdDSA, ES256 and RS256 by their COSE numbers: what devices have. The default adds ML-DSA, experimental in Node. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded at the first use: the import takes 160 ms, and a start does not need it. */
const library = () => import('@simplewebauthn/server');
const decoders = () => import('@simplewebauthn/server/helpers');

/** Passkeys belong to this host, and browsers sign for no other. */
const siteOf = (publicUrl: string) => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
};

export const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');
/** The name of the account for authenticators, which do not show it. */
export const userHandleOf = (userId: string): string => uuidBytes(userId).toString('base64url');

/** Options for `navigator.credentials.create`. Keys that the person has already are refused by their device. */
export async function registrationOptions(
  publicUrl: string,
  { id, email, name }: Account,
  { challenge, known }: { challenge: string; known: Buffer[] },
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Takilya',
    rpID: siteOf(publicUrl).rpID,
    userID: new Uint8Array(uuidBytes(id)),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(bytesOf(challenge)),
    timeout: CHALLENGE_SECONDS * 1_000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map((credentialId) => ({ id: credentialId.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Options for `navigator.credentials.get`: any passkey of this host, and the device must verify its owner. */
export async function assertionOptions(publicUrl: string, challenge: string) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: siteOf(publicUrl).rpID,
    challenge: new Uint8Array(bytesOf(challenge)),
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: 'required',
  });
}

/** The challenge that an answer was signed for; undefined if it cannot be read. */
export async function challengeOf({ response }: Registration | Assertion): Promise<string | undefined> {
  const { decodeClientDataJSON } = await decoders();
  const challenge = orUndefined(() => decodeClientDataJSON(response.clientDataJSON).challenge);
  return typeof challenge === 'string' ? challenge : undefined;
}

/** @returns undefined for an answer that is broken, or for another challenge, host or purpose */
export async function verifyRegistration(
  publicUrl: string,
  registration: Registration,
  challenge: string,
): Promise<NewCredential | undefined> {
  if (await namesCertificates(registration)) return undefined;
  const { verifyRegistrationResponse } = await library();
  const { rpID, origin } = siteOf(publicUrl);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: bytesOf(id), publicKey: Buffer.from(publicKey), signCount: counter };
}

/** @returns the counter of the device; undefined for an answer that its key did not sign for this challenge and host */
export async function verifyAssertion(
  publicUrl: string,
  assertion: Assertion,
  { challenge, credential }: { challenge: string; credential: NewCredential },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { rpID, origin } = siteOf(publicUrl);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: credential.credentialId.toString('base64url'),
      publicKey: new Uint8Array(credential.publicKey),
      counter: credential.signCount,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? authenticationInfo?.newCounter : undefined;
}

/**
 * We ask for no attestation, so browsers send none, or one by the key itself. The library would parse certificates, and
 * fetch the revocation lists that they name, during the request, for an answer that we do not need.
 */
async function namesCertificates({ response }: Registration): Promise<boolean> {
  const { decodeAttestationObject } = await decoders();
  const isWithout = orUndefined(() => {
    const decoded = decodeAttestationObject(new Uint8Array(bytesOf(response.attestationObject)));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  });
  return !isWithout;
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
