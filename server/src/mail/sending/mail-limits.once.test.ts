import { expect, test } from 'vitest';
import { newId } from '../../values/uuid.ts';
import type { DueMail } from '../mail.ts';
import { MailLimits } from './mail-limits.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const [OURS, THEIRS] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];

const ABOUT: Partial<Record<DueMail['kind'], 'checkoutId' | ''>> = {
  waiting_list_offer: 'checkoutId',
  money_back: 'checkoutId',
  waiting_list_joined: '',
  waiting_list_ended: '',
  password_reset: '',
  security_notice: '',
};

const mailOf = (organizationId: string, kind: DueMail['kind'], recipient = 'maria@example.com') => {
  const about = ABOUT[kind] ?? 'orderId';
  const ids = {
    orderId: null,
    ticketId: null,
    checkoutId: null,
    messageId: null,
    ...(about && { [about]: newId(NOW) }),
  };
  return { organizationId, id: newId(NOW), kind, recipient, ...ids, details: {}, createdAt: NOW } as DueMail;
};

/** Orders with tickets are paid here, all others cost nothing. */
const openLimits = () => new MailLimits(async ({ kind }) => kind === 'tickets');

/** @returns how many of 100 such mails may be sent at once */
async function countAllowed(limits: MailLimits, ...mail: Parameters<typeof mailOf>) {
  let allowed = 0;
  for (let mails = 0; mails < 100; mails++) if ((await limits.use(mailOf(...mail), NOW)) === 0) allowed++;
  return allowed;
}

test('a mail that anybody can cause waits once 20 were sent to its address; what its recipient waits for does not', async () => {
  const limits = openLimits();
  expect(await countAllowed(limits, OURS, 'passed_on')).toBe(20);
  expect(await limits.waitSeconds(mailOf(THEIRS, 'passed_on'), NOW)).toBe(180);
  for (const kind of ['tickets', 'waiting_list_offer', 'money_back', 'order_links'] as const)
    expect({ kind, wait: await limits.waitSeconds(mailOf(THEIRS, kind), NOW) }).toEqual({ kind, wait: 0 });
});

test('neither paid orders nor offers of one organization delay those of another, nor each other', async () => {
  const limits = openLimits();
  expect(await countAllowed(limits, THEIRS, 'tickets')).toBe(20 + 20);
  expect(await countAllowed(limits, THEIRS, 'waiting_list_offer')).toBe(20);
  expect(await countAllowed(limits, THEIRS, 'order_links')).toBe(20);
  expect(await countAllowed(limits, OURS, 'tickets')).toBe(20);
});

test('an address gets at most 100 mails about orders at once, whatever their reasons are', async () => {
  const limits = openLimits();
  for (let organization = 3; organization < 9; organization++)
    await countAllowed(limits, `00000000-0000-7000-8000-00000000000${organization}`, 'tickets');
  expect(await limits.waitSeconds(mailOf(OURS, 'tickets'), NOW)).toBe(45);
  expect(await countAllowed(limits, OURS, 'tickets', 'ben@example.com')).toBe(40);
});

test('entries on waiting lists delay no mail about an account', async () => {
  const limits = openLimits();
  expect(await countAllowed(limits, OURS, 'waiting_list_joined')).toBe(20);
  for (const kind of ['waiting_list_joined', 'waiting_list_ended'] as const)
    expect(await limits.waitSeconds(mailOf(OURS, kind), NOW)).toBe(180);
  expect(await limits.waitSeconds(mailOf(OURS, 'security_notice'), NOW)).toBe(0);
});
