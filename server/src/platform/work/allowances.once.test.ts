import { expect, test } from 'vitest';
import { Allowances } from './allowances.ts';

const START = new Date('2027-03-01T12:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const open = (names = 10) => new Allowances({ most: 3, everySeconds: 10, names });

test('allows as many at once as it says, and one more after each interval', () => {
  const allowances = open();
  for (let used = 0; used < 3; used++) {
    expect(allowances.waitSeconds('ana', START)).toBe(0);
    allowances.use('ana', START);
  }
  expect(allowances.waitSeconds('ana', START)).toBe(10);
  expect(allowances.waitSeconds('ana', after(9.5))).toBe(1);
  expect(allowances.waitSeconds('ana', after(10))).toBe(0);
  allowances.use('ana', after(10));
  expect(allowances.waitSeconds('ana', after(10))).toBe(10);
  expect(allowances.waitSeconds('ana', after(40))).toBe(0);
});

test('counts names apart', () => {
  const allowances = open();
  for (let used = 0; used < 5; used++) allowances.use('ana', START);
  expect(allowances.waitSeconds('ana', START)).toBe(30);
  expect(allowances.waitSeconds('ben', START)).toBe(0);
});

test('forgets the names that were used longest ago when there are too many', () => {
  const allowances = open(2);
  for (let used = 0; used < 3; used++) allowances.use('ana', START);
  for (const name of ['ben', 'carla']) allowances.use(name, START);
  expect(allowances.waitSeconds('ana', START)).toBe(0);
});

test('makes nobody wait longer than for all of them', () => {
  const allowances = open();
  for (let used = 0; used < 100; used++) allowances.use('ana', START);
  expect(allowances.waitSeconds('ana', START)).toBe(30);
});

test('forgets what was used while the clock was hours ahead, when it is set back', () => {
  const allowances = open();
  for (let used = 0; used < 3; used++) allowances.use('ana', after(8 * 3_600));
  for (let used = 0; used < 3; used++) {
    expect(allowances.waitSeconds('ana', START)).toBe(0);
    allowances.use('ana', START);
  }
  expect(allowances.waitSeconds('ana', START)).toBe(10);
});
