import { expect, test } from 'vitest';
import { Rush } from './rush.ts';

function rushByHand() {
  let nowMs = 1_000;
  const rush = new Rush(() => nowMs);
  return { rush, wait: (ms: number) => (nowMs += ms) };
}

test('a rush is on while batches are large, and for 2 seconds after the last of them', () => {
  const { rush, wait } = rushByHand();
  expect(rush.isOn).toBe(false);
  rush.batch(16);
  wait(1_999);
  expect(rush.isOn).toBe(true);
  rush.batch(200);
  wait(1_999);
  expect(rush.isOn).toBe(true);
  wait(1);
  expect(rush.isOn).toBe(false);
});

test('occasional buyers are no rush, and do not prolong one', () => {
  const { rush, wait } = rushByHand();
  rush.batch(15);
  expect(rush.isOn).toBe(false);
  rush.batch(16);
  wait(1_500);
  rush.batch(3);
  wait(500);
  expect(rush.isOn).toBe(false);
});
