import { describe, expect, test } from 'vitest';
import { eventName, soldOutEventsOf } from './sold-out-events.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const soldOutEvents = soldOutEventsOf({ store: {} });
let events = 0;
const newEvent = () => eventName('organization', `event ${events++}`);

function rememberSoldOut(event: string, nextHoldEnd: Date | null = null) {
  soldOutEvents.remember(event, 'price', { since: now, nextHoldEnd }, soldOutEvents.changes);
}

describe('the remembered answer about a sold-out event', () => {
  test('is valid for 100 ms, and only for its price', () => {
    const event = newEvent();
    rememberSoldOut(event);
    expect(soldOutEvents.has(event, 'price', now)).toBe(true);
    expect(soldOutEvents.has(event, 'price', later(99))).toBe(true);
    expect(soldOutEvents.has(event, 'price', later(100))).toBe(false);
    expect(soldOutEvents.has(event, 'another price', now)).toBe(false);
    expect(soldOutEvents.has(newEvent(), 'price', now)).toBe(false);
  });

  test('ends when a hold ends', () => {
    const event = newEvent();
    rememberSoldOut(event, later(20));
    expect(soldOutEvents.has(event, 'price', later(19))).toBe(true);
    expect(soldOutEvents.has(event, 'price', later(20))).toBe(false);
  });

  test('ends when the event changes, and is not remembered when it is older than a change', () => {
    const event = newEvent();
    const { changes } = soldOutEvents;
    rememberSoldOut(event);
    soldOutEvents.changed(event);
    expect(soldOutEvents.has(event, 'price', now)).toBe(false);
    soldOutEvents.remember(event, 'price', { since: now, nextHoldEnd: null }, changes);
    expect(soldOutEvents.has(event, 'price', now)).toBe(false);
  });

  test('is not valid when the clock went back', () => {
    const event = newEvent();
    rememberSoldOut(event);
    expect(soldOutEvents.has(event, 'price', later(-1))).toBe(false);
  });
});
