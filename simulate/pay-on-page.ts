import type { Hold } from './ask-for-places.ts';
import { type Answer, type NO_ANSWER, requestUntilAnswered, submit } from './client.ts';
import { PROVIDER_URL } from './lossy-provider.ts';
import { entriesOf, fieldsOf, findForm, readPage } from './page-forms.ts';
import { open, press } from './shopper.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/**
 * Presses Pay: a buyer of the shop in the form as the page shows it, which has the total that they saw.
 * @throws Violation when the provider asks for another amount than the page showed
 */
export async function pressPay(world: World, hold: Hold, method: string): Promise<Answer | typeof NO_ANSWER> {
  const { shopper, path } = hold;
  if (!shopper) return submit(world, `${path}/pay`, { payment_method: method });
  const page = await requestUntilAnswered(world, () => open(world, shopper, path));
  const form = page?.html ? findForm(readPage(page.html), `${path}/pay`) : undefined;
  if (!form) return page;
  const answer = await press(world, shopper, form.action, entriesOf(form, new Map([['payment_method', method]])));
  const total = fieldsOf(form, 'total')[0]?.value;
  if (!answer?.location.startsWith(PROVIDER_URL)) return answer;
  const session = world.provider.get(answer.location.slice(PROVIDER_URL.length));
  if (String(session.amountCentavos) !== total)
    throw new Violation('a buyer is to pay another total than the page showed', { session, total });
  return answer;
}
