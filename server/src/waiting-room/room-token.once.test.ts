import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '../values/uuid.ts';
import { type RoomToken, readRoomToken, writeRoomToken } from './room-token.ts';

const now = new Date('2027-02-01T04:00:00.000Z');
const key = randomBytes(32);
const pass: RoomToken = { kind: 'pass', eventId: newId(now), number: 1_000_000, until: 1_801_454_400 };
const text = writeRoomToken(pass, key);

test('a pass says whose turn it is and until when, for its event alone', () => {
  expect(readRoomToken(text, pass, key)).toEqual({ number: 1_000_000, until: 1_801_454_400 });
  expect(readRoomToken(text, { ...pass, eventId: newId(now) }, key)).toBeUndefined();
  expect(readRoomToken(text, { ...pass, kind: 'place' }, key)).toBeUndefined();
  expect(readRoomToken(text, pass, randomBytes(32))).toBeUndefined();
});

test('every character is checked: the number, the time and the proof', () => {
  expect(text).toHaveLength(43);
  for (let at = 0; at < text.length; at++)
    for (const other of 'AB') {
      const tampered = text.slice(0, at) + other + text.slice(at + 1);
      expect(readRoomToken(tampered, pass, key) === undefined).toBe(tampered !== text);
    }
});

test.each(['', 'x', text.slice(1), `${text}A`, text.replace(/^./, '+'), '.'.repeat(43)])('"%.20s" is none', (other) => {
  expect(readRoomToken(other, pass, key)).toBeUndefined();
});
