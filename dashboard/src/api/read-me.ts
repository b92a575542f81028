import { dataOf, own } from './client.ts';
import type { OwnModel } from './models.ts';
import { isRefused } from './problem.ts';
import { keptOrganization, showFor, showOrganization } from './shown-for.ts';

/**
 * The logged-in person, in the organization that the tab shows. A tab that is loaded anew does not name it at first:
 * the browser has asked already, see index.html, and the answer is mostly the right one.
 * @throws Problem 401 without a session
 */
export async function readMe(): Promise<OwnModel<'Me'>> {
  const me = await dataOf(own.GET('/me'));
  const kept = keptOrganization();
  if (kept === null || kept === me.organization.id || !me.organizations.some(({ id }) => id === kept)) return me;
  showOrganization(kept);
  return dataOf(own.GET('/me')).catch((error: unknown) => {
    if (!isRefused(error, 'shown_for_another')) throw error;
    // An owner has ended the sessions there: the person has to log in again for it.
    showFor(me);
    return me;
  });
}
