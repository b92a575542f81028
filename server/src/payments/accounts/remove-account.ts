import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ProviderName } from '../../values/provider-name.ts';
import type { Uuid } from '../../values/uuid.ts';
import { paymentRefusals } from '../refusals.ts';
import { deleteUnusedAccount, markAccountNotInUse } from './queries.ts';

/**
 * New payments do not go to this account any more, but where `PAYMENT_PROVIDER` says. Its secrets are forgotten, unless
 * a
 * payment was ever begun with it: then they stay, sealed, since money that went there can only be sent back from there.
 * @throws Refusal 404 when the organization has no account there
 */
export async function removeAccount(
  db: Database,
  { organizationId, actor, provider, now }: { organizationId: Uuid; actor: Actor; provider: ProviderName; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const wasInUse = await markAccountNotInUse(tx, organizationId, provider, now);
    if (wasInUse === undefined) throw paymentRefusals.payment_account_not_found();
    await deleteUnusedAccount(tx, organizationId, provider);
    const [before, after] = [{ in_use: wasInUse }, { in_use: false }];
    recordChange(tx, {
      organizationId,
      actor,
      action: 'payment_account.removed',
      subjectId: provider,
      before,
      after,
      now,
    });
  });
}
