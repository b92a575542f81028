import { afterAll, beforeAll, expect, test } from 'vitest';
import { answers, goOffline, LINE_IS_BACK, openDoors, openLink, type } from './door-phone.ts';

let doors: Awaited<ReturnType<typeof openDoors>>;
beforeAll(async () => {
  doors = await openDoors();
});
afterAll(() => doors?.stop());

/** A phone that checked a ticket in without a network, and was opened with the door of another event then. */
async function phoneOfTwoEvents() {
  const [saturday, sunday] = [await doors.newEvent('Gabi ng Sabado'), await doors.newEvent('Gabi ng Linggo')];
  const [ana] = await doors.buy(saturday, 'Ana Reyes');
  const sundays = await doors.newLink(sunday, 'Gate B');
  const { page, context } = await doors.openPhone(sundays, 'Gate B');
  await openLink(page, await doors.newLink(saturday, 'Gate A'), 'Gate A');
  await page.getByText('0 of 1 checked in').waitFor();
  await goOffline(page, context);
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await page.clock.install();
  await page.goto('about:blank');
  await page.goto(sundays);
  const waiting = page.getByText('Check-ins of another event waiting to be sent: 1');
  await waiting.waitFor();
  return { saturday, ana, page, context, waiting };
}

test('a phone with the door of another event says that check-ins of the first one wait, and sends them', async () => {
  const { ana, context, waiting } = await phoneOfTwoEvents();
  await context.setOffline(false);
  await waiting.waitFor({ state: 'detached', ...LINE_IS_BACK });
  expect(await doors.ticketNow(ana)).toMatchObject({ status: 'used' });
  await context.close();
});

test('check-ins of another event are tried again after the server was busy, or knew another person', async () => {
  const { saturday, ana, page, context, waiting } = await phoneOfTwoEvents();
  const refusals = [
    { status: 503, code: 'overloaded' },
    { status: 404, code: 'event_not_found' },
  ];
  await page.route(new RegExp(`/events/${saturday}/door`), (route) => {
    const error = refusals.shift();
    return error ? route.fulfill({ status: error.status, json: { error } }) : route.fallback();
  });
  await context.setOffline(false);
  for (const left of [1, 0]) {
    await expect.poll(() => refusals.length, LINE_IS_BACK).toBe(left);
    await page.clock.fastForward(60_000);
  }
  await waiting.waitFor({ state: 'detached', ...LINE_IS_BACK });
  expect(await doors.ticketNow(ana)).toMatchObject({ status: 'used' });
  await context.close();
});

test('check-ins of another event whose link was revoked say what helps, and are sent with a new link', async () => {
  const { saturday, ana, page, context } = await phoneOfTwoEvents();
  const { door_links } = await doors.takilya.api('GET', `/events/${saturday}/door-links`);
  for (const { id } of door_links as { id: string }[]) await doors.takilya.api('DELETE', `/door-links/${id}`);
  await context.setOffline(false);
  await page.getByText('Online').waitFor();
  await page.getByText('open the door of that event again with a new link').waitFor();
  await openLink(page, await doors.newLink(saturday, 'Gate C'), 'Gate C');
  await expect.poll(() => doors.ticketNow(ana), LINE_IS_BACK).toMatchObject({ status: 'used' });
  await context.close();
});
