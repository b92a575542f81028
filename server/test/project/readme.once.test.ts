import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ATTENDEE_COLUMNS } from '../../src/attendees/schemas.ts';

test('the README shows the columns that a list of attendees has', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, shown, line] = /^(ticket_id,.*)\n(.*)$/m.exec(readme) ?? [];
  expect(shown?.split(',')).toEqual([...ATTENDEE_COLUMNS]);
  expect(line?.split(',')).toHaveLength(ATTENDEE_COLUMNS.length);
});
