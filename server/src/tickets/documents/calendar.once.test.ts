import { expect, test } from 'vitest';
import { plainBrand } from '../../values/brand.ts';
import type { Language } from '../../values/language.ts';
import { calendarOf } from './calendar.ts';
import type { PrintedEvent } from './printed-order.ts';

const event: PrintedEvent = {
  id: '0190a000-0000-7000-8000-000000000000',
  title: 'Gabi ng Musika',
  status: 'active',
  startDatetime: new Date('2026-12-20T12:00:00.000Z'),
  endDatetime: new Date('2026-12-20T15:00:00.000Z'),
  venueName: 'Music Museum',
  address: null,
  city: 'San Juan',
  refundRule: null,
  organizer: plainBrand('Mabuhay Concerts', { isTest: false }),
  timeZone: 'Asia/Manila',
  updatedAt: new Date('2026-11-20T04:00:00.000Z'),
  scansAgain: false,
};
const lines = (fields: Partial<PrintedEvent> = {}, language: Language | null = null) =>
  calendarOf(
    { event: { ...event, ...fields }, language },
    { publicUrl: 'https://tickets.example', mailFrom: 'tickets@tickets.example' },
  )
    .toString()
    .split('\r\n');

test('an event in the calendar has its instant, place and organizer', () => {
  expect(lines()).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'METHOD:PUBLISH',
      `UID:${event.id}@tickets.example`,
      'DTSTART:20261220T120000Z',
      'DTEND:20261220T150000Z',
      'SUMMARY:Gabi ng Musika',
      'LOCATION:Music Museum\\, San Juan',
      'ORGANIZER;CN="Mabuhay Concerts":mailto:tickets@tickets.example',
      'STATUS:CONFIRMED',
    ]),
  );
});

test('it says what to bring, in the language of the buyer', () => {
  const said = (language: Language | null) => lines({}, language).join('\n').replaceAll('\n ', '');
  for (const language of [null, 'en'] as const)
    expect(said(language)).toContain('DESCRIPTION:Bring your ticket: show its QR code at the door');
  expect(said('fil')).toContain('DESCRIPTION:Dalhin ang ticket mo: ipakita ang QR code nito sa entrance');
});

test('a later change has a higher sequence, and the file of a cancelled event ends its entry', () => {
  const sequenceOf = (updatedAt: Date) => Number(/SEQUENCE:(\d+)/.exec(lines({ updatedAt }).join())?.[1]);
  expect(sequenceOf(new Date(event.updatedAt.getTime() + 1_000))).toBe(sequenceOf(event.updatedAt) + 1);
  expect(sequenceOf(new Date('2090-01-01'))).toBeLessThan(2 ** 31);
  expect(lines({ status: 'cancelled' })).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']));
});

test('the organizer is reached at their own address, if they gave one, also about a cancelled event', () => {
  const organizer = { ...event.organizer, name: 'Mabuhay: "Live", Inc.', contactEmail: 'hi@mabuhay.example' };
  for (const status of ['active', 'cancelled'] as const)
    expect(lines({ organizer, status })).toContain(`ORGANIZER;CN="Mabuhay: ^'Live^', Inc.":mailto:hi@mabuhay.example`);
});

test('an event without an end or a place omits them', () => {
  expect(lines({ endDatetime: null, venueName: null, city: null }).join('\n')).not.toMatch(/DTEND|LOCATION/);
});

test('line breaks in texts add no lines, and no line is longer than 75 bytes', () => {
  const written = lines({ title: `\u0007\u001bÑ,;\\\r\nBEGIN:VALARM\nATTENDEE:x ${'ñ'.repeat(100)}` });
  expect(written.filter((line) => /^(BEGIN:VALARM|ATTENDEE)/.test(line))).toEqual([]);
  expect(written.join('')).not.toMatch(/\p{Cc}/u);
  for (const line of written) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});
