import { getOrganization } from '../organizations/queries.ts';
import { openToRead } from '../platform/database/open.ts';
import { requireSchema } from '../schema/own-schema.ts';
import type { Finding } from '../verify/check-invariant.ts';
import { verifyConsistency } from '../verify/verify-consistency.ts';
import type { Command } from './command.ts';
import { uuidOf } from './fields.ts';
import { print, withDatabase } from './with-database.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Check that the data is consistent: places, seats, money, tickets, figures, notifications',
  options: { organization: { value: 'ID', help: 'Check the rows of this organization alone' } },
  async run(values) {
    const id = values.organization === undefined ? undefined : uuidOf(values, 'organization');
    const began = performance.now();
    // Read-only, so an old database is not migrated either. Servers may be running.
    const findings = await withDatabase(
      async (db) => {
        const organization = id === undefined ? undefined : await getOrganization(db, id);
        return verifyConsistency(db, new Date(), { organization });
      },
      { open: openToRead, prepare: requireSchema },
    );
    print(...findings.flatMap(report));
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    const violated = findings.filter(({ broken }) => broken > 0).length;
    if (violated > 0) throw new Error(`${violated} of ${findings.length} invariants are violated (${seconds} s)`);
    print('', `All ${findings.length} invariants hold (${seconds} s).`);
  },
};

function report({ description, broken, rows }: Finding): string[] {
  if (broken === 0) return [`ok      ${description}`];
  const more = broken > rows.length ? [`        … and ${broken - rows.length} more`] : [];
  return [`BROKEN  ${description}`, ...rows.map((row) => `        ${JSON.stringify(row)}`), ...more];
}
