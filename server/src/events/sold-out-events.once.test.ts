import { describe, expect, test } from 'vitest';
import { eventName, soldOutEventsOf } from './sold-out-events.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const soldOutEvents = soldOutEventsOf({ store: {} });
let events = 0;
const newEvent = () => eventName('organization', `event ${events++}`);

const answer = { tierId: null, quantity: 1, since: now, nextHoldEnd: null };
const has = (...asked: Parameters<typeof soldOutEvents.find>) => soldOutEvents.find(...asked) !== undefined;

function rememberSoldOut(event: string, nextHoldEnd: Date | null = null) {
  soldOutEvents.remember(event, 'price', { ...answer, nextHoldEnd }, soldOutEvents.changes);
}

describe('the remembered answer about a sold-out event', () => {
  test('is valid for 100 ms, and only for its price', () => {
    const event = newEvent();
    rememberSoldOut(event);
    expect(has(event, 'price', now)).toBe(true);
    expect(has(event, 'price', later(99))).toBe(true);
    expect(has(event, 'price', later(100))).toBe(false);
    expect(has(event, 'another price', now)).toBe(false);
    expect(has(newEvent(), 'price', now)).toBe(false);
  });

  test('ends when a hold ends', () => {
    const event = newEvent();
    rememberSoldOut(event, later(20));
    expect(has(event, 'price', later(19))).toBe(true);
    expect(has(event, 'price', later(20))).toBe(false);
  });

  test('ends when the event changes, and is not remembered when it is older than a change', () => {
    const event = newEvent();
    const { changes } = soldOutEvents;
    rememberSoldOut(event);
    soldOutEvents.changed(event);
    expect(has(event, 'price', now)).toBe(false);
    soldOutEvents.remember(event, 'price', answer, changes);
    expect(has(event, 'price', now)).toBe(false);
  });

  test('is that of the largest order for 100 ms', () => {
    const event = newEvent();
    const ask = (quantity: number, since: Date) => {
      soldOutEvents.remember(event, 'price', { ...answer, quantity, since }, soldOutEvents.changes);
      return soldOutEvents.find(event, 'price', since)?.quantity;
    };
    expect([ask(2, now), ask(4, now), ask(1, later(99)), ask(1, later(100))]).toEqual([2, 4, 4, 1]);
  });

  test('is not valid when the clock went back', () => {
    const event = newEvent();
    rememberSoldOut(event);
    expect(has(event, 'price', later(-1))).toBe(false);
  });
});
