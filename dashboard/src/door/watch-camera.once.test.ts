import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchCamera } from './watch-camera.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { addEventListener: () => {}, visibilityState: 'hidden' });
  const stream = { getTracks: () => [], getVideoTracks: () => [] };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** @param views what is before the camera, and for how long @returns the codes that were reported, with the second */
async function reported(views: [code: string | undefined, ms: number][], readMs = 20) {
  const started = Date.now();
  const codes: string[] = [];
  let shown: string | undefined;
  const read = async () => {
    await new Promise((resolve) => setTimeout(resolve, readMs));
    return shown;
  };
  const stop = watchCamera({ play: async () => {} } as HTMLVideoElement, {
    reader: { read },
    onCode: (code) => codes.push(`${code} at ${Math.floor((Date.now() - started) / 1000)} s`),
    onProblem: (error) => codes.push(String(error)),
    onTorch: () => {},
  });
  for (const [code, ms] of views) {
    shown = code;
    await vi.advanceTimersByTimeAsync(ms);
  }
  stop();
  await vi.runAllTimersAsync();
  return codes;
}

test('reports a code that stays before the camera once, and a copy on another phone once more', async () => {
  expect(await reported([['A', 6_000]])).toEqual(['A at 0 s']);
  expect(
    await reported([
      ['A', 1_500],
      [undefined, 900],
      ['A', 4_000],
    ]),
  ).toEqual(['A at 0 s', 'A at 2 s']);
});

test('reports nothing anew for pictures that were missed, of a slow phone either', async () => {
  const shaken = (ms: number): [string | undefined, number][] => [
    ['A', 1_000],
    [undefined, ms],
    ['A', 1_000],
    ['B', 1_000],
    ['A', 1_000],
  ];
  expect(await reported(shaken(400))).toEqual(['A at 0 s', 'B at 2 s', 'A at 3 s']);
  expect(await reported(shaken(1_500), 400)).toHaveLength(3);
});
