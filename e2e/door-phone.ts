import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { buyFree, newPage } from './dashboard.ts';
import { makePatient } from './patient-device.ts';
import { startTakilya, type Takilya } from './takilya.ts';

export const PHONE = { width: 390, height: 844 };
/** The page asks again every ten seconds, on a busy machine a little later. */
export const LINE_IS_BACK = { timeout: 60_000 };
/** What the device keeps in one of its stores. */
export const kept = (store: string, read: 'count' | 'getAll') => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('takilya-door');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction('${store}').objectStore('${store}').${read}();
    reading.onsuccess = () => resolve(reading.result);
  };
})`;
export const SCANS_KEPT = kept('scans', 'getAll');

export interface Ticket {
  id: string;
  ticket_number: string;
  status: string;
  checked_in_at: string | null;
  purchased_at: string;
  code: string;
}

interface Passages {
  passages: { list: { name: string } | null; direction: string; undone_at: string | null }[];
}

/** A server, a browser, and what the tests of doors do with both. */
export async function openDoors() {
  const [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
  return { takilya, browser, ...eventsOf(takilya), ...ticketsOf(takilya, browser), openPhone: phonesOf(browser), stop };

  async function stop() {
    await Promise.all([browser.close(), takilya.stop()]);
  }
}

const eventsOf = ({ api }: Takilya) => ({
  async newEvent(title: string, fields: object = {}) {
    const { id } = await api('POST', '/events', {
      ...{ title, start_datetime: '2099-12-31T20:00:00+08:00', capacity: 100, ticket_price: 0 },
    });
    await api('PUT', `/events/${id}`, { status: 'active', ...fields });
    return String(id);
  },
  newList: async (eventId: string, name: string) =>
    String((await api('POST', `/events/${eventId}/check-in-lists`, { name, passes: 'once' })).id),
  /** Without a list, the link scans everywhere. */
  async newLink(eventId: string, name: string, list_id?: string) {
    const ends_at = new Date(Date.now() + 4 * 3_600_000).toISOString();
    return String((await api('POST', `/events/${eventId}/door-links`, { name, ends_at, list_id })).url);
  },
});

function ticketsOf(takilya: Takilya, browser: Browser) {
  const ticketNow = async ({ id }: Pick<Ticket, 'id'>) =>
    (await takilya.api('GET', `/tickets/${id}`)) as unknown as Ticket;
  return {
    ticketNow,
    passagesOf: async ({ id }: Pick<Ticket, 'id'>) =>
      ((await takilya.api('GET', `/tickets/${id}/passages`)) as unknown as Passages).passages,
    async buy(eventId: string, customer: string, quantity = 1): Promise<[Ticket, ...Ticket[]]> {
      const orderId = await buyFree(browser, takilya, eventId, customer, { quantity });
      const { tickets } = (await takilya.api('GET', `/orders/${orderId}`)) as unknown as { tickets: Ticket[] };
      return (await Promise.all(tickets.map(ticketNow))) as [Ticket, ...Ticket[]];
    },
  };
}

/** A phone of a volunteer, with a door link of this name. */
const phonesOf = (browser: Browser) => async (url: string, name: string) => {
  const { page } = await newPage(browser, PHONE);
  await makePatient(page.context());
  await openLink(page, url, name);
  await page.getByText('This page opens without a network.').waitFor({ state: 'attached' });
  return { page, context: page.context() };
};

/** Scans the code of a door link, on a phone that may have another one open. */
export async function openLink(page: Page, url: string, name: string) {
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByText(name, { exact: true }).first().waitFor();
  await page.getByText('Online').waitFor();
}

/** Read where a screen reader reads it: in the region that is announced. */
export const answers = (page: Page, words: string | RegExp) =>
  page.locator('[aria-live=assertive]').getByText(words, { exact: true }).waitFor();

export async function type(page: Page, text: string) {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByLabel('Name or ticket number').fill(text);
  await page.getByLabel('Name or ticket number').press('Enter');
}

export async function goOffline(page: Page, context: BrowserContext) {
  await context.setOffline(true);
  await page.getByText('You are offline').waitFor();
}
