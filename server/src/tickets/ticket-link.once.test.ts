import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '../values/uuid.ts';
import { type Linked, linkSecret, parseLinkSecret, provesLink } from './ticket-link.ts';

const now = new Date('2027-02-01T04:00:00.000Z');
const linkKey = randomBytes(32);
const ticket: Linked = { kind: 'ticket', organizationId: newId(now), id: newId(now), revision: 1 };
const secret = linkSecret(ticket, linkKey);

test('a link contains its target and proves it', () => {
  expect(parseLinkSecret(secret)).toEqual({ organizationId: ticket.organizationId, id: ticket.id });
  expect(provesLink(secret, ticket, linkKey)).toBe(true);
});

test.each([
  ['an older revision', { ...ticket, revision: 2 }],
  ['an order with the same id', { ...ticket, kind: 'order' as const }],
  ['another ticket', { ...ticket, id: newId(now) }],
])('a link is no proof of %s', (_what, linked) => {
  expect(provesLink(secret, linked, linkKey)).toBe(false);
});

test('a link of another organization’s key proves nothing', () => {
  expect(provesLink(linkSecret(ticket, randomBytes(32)), ticket, linkKey)).toBe(false);
});

test('its proof has 128 bits, and every character is checked', () => {
  expect(secret).toHaveLength(43 + 22);
  for (let at = 43; at < secret.length; at++) {
    const other = secret[at] === 'A' ? 'B' : 'A';
    expect(provesLink(secret.slice(0, at) + other + secret.slice(at + 1), ticket, linkKey)).toBe(false);
  }
});

test.each(['', 'x', secret.slice(1), `${secret}A`, secret.replace(/^./, '+')])('"%.20s" is malformed', (text) => {
  expect(parseLinkSecret(text)).toBeUndefined();
});
