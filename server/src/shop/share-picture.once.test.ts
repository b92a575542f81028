import { expect, test } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { sharePicture } from './share-picture.ts';

test('pictures beyond those that may wait are 429, which no proxy takes for a server that stops', async () => {
  const db = {} as Database;
  const asked = Array.from({ length: 22 }, async (_, n) =>
    sharePicture(db, { title: `Night ${n}`, lines: ['Manila'], organizer: 'Lakbay', color: null }),
  );
  const refused = (await Promise.allSettled(asked)).filter((one) => one.status === 'rejected');
  expect(refused.map(({ reason }) => [reason.status, reason.headers['retry-after']])).toEqual([
    [429, '5'],
    [429, '5'],
  ]);
});
