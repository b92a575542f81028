import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { fillLogIn, heading, logIn, newPage, openHome, press, untilSaved } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;
beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

test('at 390 pixels the tabs and each session fit, and a session is logged out without scrolling sideways', async () => {
  const { page, problems } = await newPage(browser, { width: 390, height: 844 });
  const elsewhere = await newPage(browser);
  await logIn(elsewhere.page, takilya);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings`);
  const list = page.getByRole('list', { name: 'Where you are logged in' });
  const logOut = list.getByRole('button', { name: 'Log out' });
  await logOut.waitFor();
  const rights = async () => {
    const inside = [...(await page.getByRole('tab').all()), ...(await list.locator('*').all())];
    return Promise.all(inside.map(async (each) => each.evaluate((node) => node.getBoundingClientRect().right)));
  };
  expect(Math.max(...(await rights()))).toBeLessThanOrEqual(390);
  const tops = page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
  expect(new Set(await tops).size, 'the tabs are on one line').toBe(1);
  await logOut.click();
  await logOut.waitFor({ state: 'detached' });
  expect(await list.getByRole('listitem').count()).toBe(1);
  expect(problems).toStrictEqual([]);
});

test('an owner orders the ways to pay', async () => {
  const { page, problems } = await newPage(browser, { width: 390, height: 844 });
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  const methods = page.getByRole('group', { name: 'Order of the ways to pay' }).getByRole('listitem');
  const shown = async () => (await methods.allInnerTexts()).map((text) => text.split('\n')[0]);
  await methods.first().waitFor();
  expect((await shown()).slice(0, 3)).toStrictEqual(['GCash', 'Maya', 'GrabPay']);
  await page.getByRole('button', { name: 'Move up: Maya' }).click();
  expect((await shown()).slice(0, 3)).toStrictEqual(['Maya', 'GCash', 'GrabPay']);
  await page.getByRole('button', { name: 'Save' }).click();
  await untilSaved(page);
  await page.reload();
  await methods.first().waitFor();
  expect((await shown()).slice(0, 3)).toStrictEqual(['Maya', 'GCash', 'GrabPay']);
  expect(problems).toStrictEqual([]);
});

test('by keyboard a way to pay keeps the focus when it reaches the top', async () => {
  const { page } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  const methods = page.getByRole('group', { name: 'Order of the ways to pay' }).getByRole('listitem');
  const name = String(await methods.nth(1).locator('p').textContent());
  await methods.nth(1).getByRole('button').press('Enter');
  expect(await methods.first().textContent()).toContain(name);
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe(`Move up: ${name}`);
});

test('each tab has an address of its own', async () => {
  const { page } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  await page.getByLabel('Time zone').waitFor();
  await page.getByRole('tab', { name: 'Privacy requests' }).click();
  await page.getByLabel('E-mail address of the person').waitFor();
  await page.goBack();
  await page.getByLabel('Time zone').waitFor();
  await page.goto(`${takilya.url}/dashboard/settings?tab=nothing`);
  await page.getByLabel('Your name').waitFor();
});

test('input of the organization that is not saved is not dropped without a question', async () => {
  const { page, problems } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  const policy = page.getByLabel('Refund policy');
  await policy.fill('Until a week before the show.');
  // The questions are declined.
  await page.getByRole('tab', { name: 'My account' }).click();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect.poll(() => problems.length).toBe(2);
  expect(problems).toEqual(Array(2).fill(expect.stringContaining('Leave without saving?')));
  expect(await policy.inputValue()).toBe('Until a week before the show.');
  await page.getByRole('button', { name: 'Save' }).click();
  await untilSaved(page);
  await page.getByRole('tab', { name: 'My account' }).click();
  await page.getByLabel('Your name').waitFor();
});

test('input of the organization that is not saved is not dropped without a question when another one is chosen', async () => {
  const { page, problems } = await newPage(browser);
  await logIn(page, takilya);
  // A member of two organizations.
  await page.route('**/dashboard/api/me', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const other = { ...data.organization, id: '019aa000-0000-7000-8000-000000000001', name: 'Isla Events' };
    data.organizations.push(other);
    await route.fulfill({ response, json: { data } });
  });
  await page.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  const policy = page.getByLabel('Refund policy');
  const saved = await policy.inputValue();
  await policy.fill('None.');
  const choose = async () => {
    await press(page, /^Current organization/);
    await page.getByRole('menuitem', { name: 'Isla Events' }).click();
  };
  await choose();
  await expect.poll(() => problems).toEqual([expect.stringContaining('Leave without saving?')]);
  expect(await policy.inputValue()).toBe('None.');
  await policy.fill(saved);
  const chosen = page.waitForRequest('**/dashboard/api/me/organization');
  await choose();
  await chosen;
});

test('a log-out asks about input of the organization that is not saved', async () => {
  const { page, problems } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  const policy = page.getByLabel('Refund policy');
  await policy.fill('None.');
  await page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-expanded]').click();
  await press(page, 'Log out');
  await expect.poll(() => problems).toEqual([expect.stringContaining('Leave without saving?')]);
  expect(await policy.inputValue()).toBe('None.');
  page.removeAllListeners('dialog').once('dialog', (question) => question.accept());
  await press(page, 'Log out');
  await heading(page, 'Log in');
});

test('a log-out ends the pages of other tabs, with their input', async () => {
  const { page } = await newPage(browser);
  await openHome(page, takilya);
  const other = await page.context().newPage();
  await other.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  await other.getByLabel('Refund policy').fill('None.');
  await page.getByRole('navigation', { name: 'Main menu' }).locator('[aria-expanded]').click();
  await press(page, 'Log out');
  await heading(page, 'Log in');
  await heading(other, 'Log in');
});

test('what was typed stays when the session has ended, and is saved after a log-in in another tab', async () => {
  const { page, problems } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings?tab=organization`);
  await page.getByLabel('Refund policy').fill('Until noon.');
  await page.context().clearCookies();
  // A request that was not made before.
  await press(page, 'Search');
  await page.getByRole('dialog').getByRole('searchbox').fill('gala');
  const ended = page.getByText('You were logged out.', { exact: false });
  await ended.waitFor();
  await page.keyboard.press('Escape');
  const [logInTab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Log in in another tab' }).click(),
  ]);
  await fillLogIn(logInTab, takilya.owner);
  await heading(logInTab, 'Home');
  await press(page, 'Save');
  await untilSaved(page);
  await ended.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Refund policy').inputValue()).toBe('Until noon.');
  expect(problems).toStrictEqual([]);
});

test('a colour that is not touched is not saved over that of a colleague', async () => {
  const { page } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings?tab=brand`);
  await page.getByRole('textbox', { name: 'Color' }).waitFor();
  await takilya.apiAsOwner('PUT', '/organization', { color: '#0f766e' });
  await page.getByRole('button', { name: 'Save' }).click();
  await untilSaved(page);
  expect(await takilya.api('GET', '/organization')).toMatchObject({ color: '#0f766e' });
});

test('a colour that is not saved is not dropped without a question', async () => {
  const { page, problems } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/settings?tab=brand`);
  await page.getByRole('textbox', { name: 'Color' }).fill('#6d28d9');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  // The question is declined.
  await expect.poll(() => problems).toEqual([expect.stringContaining('Leave without saving?')]);
});

test('owners who would remove themselves are told what they lose', async () => {
  const { page } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/team`);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave the organization' });
  await dialog.getByText('need an invitation from another owner to come back', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('with the keyboard, a role is given when it is chosen, and not while it is passed', async () => {
  const { page } = await newPage(browser);
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/dashboard/team`);
  const role = page.getByRole('button', { name: /^Role of .*: Owner/ });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  await role.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('menuitem', { name: 'Owner' }).waitFor();
  // Before the menu has the focus, Escape does not reach it.
  await page.locator('[role=menuitem]:focus').waitFor();
  for (const key of ['ArrowDown', 'ArrowDown', 'Escape']) await page.keyboard.press(key);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(sent).toEqual([]);
  await role.click();
  await page.getByRole('menuitem', { name: 'Viewer' }).click();
  // Their own: they are asked first.
  const dialog = page.getByRole('dialog', { name: 'Change my own role' });
  await dialog
    .getByText('Your role becomes: Viewer (read only). You lose all other access at once', { exact: false })
    .waitFor();
  expect(sent).toEqual([]);
  await dialog.getByRole('button', { name: 'Change my own role' }).click();
  await dialog.getByText('An organization needs an owner.', { exact: false }).waitFor();
  expect(sent).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => role.evaluate((button) => button.matches(':focus'))).toBe(true);
});
