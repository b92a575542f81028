import { describe, expect, test } from 'vitest';
import { newSecret } from '../webhook.ts';
import { signatureHeaders } from './sign.ts';

/*
 * Golden vectors, computed with `openssl dgst -sha256 -hmac` and Python's hmac, not with this code. Authors of
 * receivers may copy them. Changing them breaks every receiver.
 */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQn8tJ8QO3Yk=';
const PREVIOUS = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const ID = '0195f3a1-7c00-7000-8000-0123456789ab';
const AT = new Date('2027-02-01T04:00:00.999Z');
const BODY = Buffer.from(
  '{"id":"0195f3a1-7c00-7000-8000-0123456789ab","type":"ticket.purchased","created_at":"2027-02-01T04:00:00.000Z","data":{"ticket_id":"0195f3a1-7c00-7000-8000-000000000001","event_id":"0195f3a1-7c00-7000-8000-000000000002","customer":{"name":"Ana Peña ✓"},"amount":1234.5}}',
);

describe('signatures', () => {
  test('equal the ones computed in other languages', () => {
    expect(signatureHeaders(BODY, ID, AT, { secret: SECRET, previous: null })).toEqual({
      'X-Service-Signature': '33e5fb8cbde661d50a07a7e440e6ba10e2a2602146904b79546e3be927474c8c',
      'webhook-id': ID,
      'webhook-timestamp': '1801454400',
      'webhook-signature': 'v1,TKjqXKHI9xxkjr+XYir/4kyTpFJoqLJYN5PYWF2SkqI=',
    });
  });

  test('use both secrets while both are valid, and the old one for the contract’s header', () => {
    expect(signatureHeaders(BODY, ID, AT, { secret: SECRET, previous: PREVIOUS })).toEqual({
      'X-Service-Signature': '2ec09ccde180921cb8b53e0da721e445a43c21f392ef2d393b189592bc485cd3',
      'webhook-id': ID,
      'webhook-timestamp': '1801454400',
      'webhook-signature':
        'v1,TKjqXKHI9xxkjr+XYir/4kyTpFJoqLJYN5PYWF2SkqI= v1,N3/F5XOXuib/M5eQyuAjtVRscxMwIqqCgyyqSfOs+K8=',
    });
  });

  test('secrets are unique: whsec_ and 32 bytes', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });
});
