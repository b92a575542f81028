import { notifyOwners } from '../../accounts/notices/notify-owners.ts';
import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ProviderName } from '../../values/provider-name.ts';
import type { Uuid } from '../../values/uuid.ts';
import { paymentRefusals } from '../refusals.ts';
import { deleteUnusedAccount, markAccountNotInUse } from './queries.ts';

/**
 * Stops new payments to this account; they go to the provider of `PAYMENT_PROVIDER` again. The account's secrets are
 * deleted unless a payment was ever started with it. In that case they stay, encrypted, because its payments can only
 * be refunded through that account.
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
    await notifyOwners(tx, { organizationId, actor, change: 'payment_account_removed', about: provider, now });
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
