import { describe, expect, test } from 'vitest';
import { holdRefusals } from '../checkouts/refusals.ts';
import { eventName, soldOutEventsOf } from './sold-out-events.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const soldOutEvents = soldOutEventsOf({ store: {} });
let events = 0;
const newEvent = () => eventName('organization', `event ${events++}`);

function rememberSoldOut(event: string, nextHoldEnd: Date | null = null) {
  const refusal = holdRefusals.sold_out();
  soldOutEvents.remember(event, 'price', { refusal, since: now, nextHoldEnd }, soldOutEvents.changes);
  return refusal;
}

describe('the remembered refusal of a sold-out event', () => {
  test('is valid for 100 ms, and only for its price', () => {
    const event = newEvent();
    const refusal = rememberSoldOut(event);
    expect(soldOutEvents.refusalOf(event, 'price', now)).toBe(refusal);
    expect(soldOutEvents.refusalOf(event, 'price', later(99))).toBe(refusal);
    expect(soldOutEvents.refusalOf(event, 'price', later(100))).toBeUndefined();
    expect(soldOutEvents.refusalOf(event, 'another price', now)).toBeUndefined();
    expect(soldOutEvents.refusalOf(newEvent(), 'price', now)).toBeUndefined();
  });

  test('ends when a hold ends', () => {
    const event = newEvent();
    const refusal = rememberSoldOut(event, later(20));
    expect(soldOutEvents.refusalOf(event, 'price', later(19))).toBe(refusal);
    expect(soldOutEvents.refusalOf(event, 'price', later(20))).toBeUndefined();
  });

  test('ends when the event changes, and is not remembered when it is older than a change', () => {
    const event = newEvent();
    const { changes } = soldOutEvents;
    rememberSoldOut(event);
    soldOutEvents.changed(event);
    expect(soldOutEvents.refusalOf(event, 'price', now)).toBeUndefined();
    soldOutEvents.remember(
      event,
      'price',
      { refusal: holdRefusals.sold_out(), since: now, nextHoldEnd: null },
      changes,
    );
    expect(soldOutEvents.refusalOf(event, 'price', now)).toBeUndefined();
  });

  test('is not valid when the clock went back', () => {
    const event = newEvent();
    rememberSoldOut(event);
    expect(soldOutEvents.refusalOf(event, 'price', later(-1))).toBeUndefined();
  });
});
