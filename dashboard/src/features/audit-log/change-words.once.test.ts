import { expect, test } from 'vitest';
import { changeLines } from './change-words.ts';

const words = {
  fields: { capacity: 'Capacity' },
  values: { status: { draft: 'Draft', active: 'On sale' }, scopes: { read: 'Read everything' } },
  yes: 'yes',
  no: 'no',
  none: 'none',
  dateTime: (instant: string) => `at ${instant.slice(0, 10)}`,
};

test('changes are read as words, not as JSON', () => {
  const before = { capacity: 50, status: 'draft', waiting_room: null };
  const after = {
    capacity: 60,
    status: 'active',
    waiting_room: { enabled: true, opens_at: '2027-01-01T00:00:00.000Z' },
  };
  expect(changeLines({ before, after }, words)).toEqual([
    'Capacity: 50 → 60',
    'Status: Draft → On sale',
    'Waiting room: none → Enabled: yes; Opens at: at 2027-01-01',
  ]);
});

test('what was created has one value, and a long text is cut', () => {
  const after = {
    ticket_ids: ['01a2057c-0bf9-71e8-a489-873a075b9813'],
    codes: ['a', 'b'],
    description: 'x'.repeat(200),
    tags: [],
    listed: false,
  };
  expect(changeLines({ before: null, after }, words)).toEqual([
    'Ticket ids: 1',
    'Codes: a, b',
    `Description: ${'x'.repeat(120)}…`,
    'Tags: none',
    'Listed: no',
  ]);
});

test('a value is in words where its field is a choice, and as it was entered elsewhere', () => {
  const before = { scopes: ['read', 'new_scope'], name: 'draft' };
  expect(changeLines({ before, after: null }, words)).toEqual(['Scopes: Read everything, new_scope', 'Name: draft']);
});
