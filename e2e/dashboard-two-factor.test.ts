import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hotp, stepAt } from '../server/src/accounts/totp/totp.ts';
import { parseBase32 } from '../server/src/values/base32.ts';
import { type MailServer, openMailServer } from '../server/test/fixtures/mail-server.ts';
import { readQrOfPng } from '../server/test/readers/qr-reader.ts';
import { launchBrowser } from './browser.ts';
import { endSession, fillLogIn, heading, newPage, openHome, press, type Watched } from './dashboard.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let mailServer: MailServer;
let takilya: Takilya;
let browser: Browser;
let owner: Watched;

beforeAll(async () => {
  mailServer = await openMailServer();
  [takilya, browser] = await Promise.all([
    startTakilya({ MAIL_URL: mailServer.url, MAIL_FROM: 'tickets@takilya.example' }),
    launchBrowser(),
  ]);
  owner = await newPage(browser);
  await openHome(owner.page, takilya);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop(), mailServer?.close()]));

async function enterPassword(page: Page, path = '/dashboard/') {
  await page.goto(`${takilya.url}${path}`);
  await fillLogIn(page, takilya.owner);
}

const codeOf = (key: string, steps: number) => hotp(parseBase32(key) ?? Buffer.alloc(0), stepAt(new Date()) + steps);

test('with two-factor authentication the password alone is not enough', async () => {
  const { page, problems } = owner;
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByLabel('Your password').fill('a wrong guess');
  await press(page, 'Set up authenticator app');
  await page.getByText('Wrong password').waitFor();
  await page.getByLabel('Your password').fill(takilya.owner.password);
  await press(page, 'Set up authenticator app');
  const key = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? '';
  const image = await page.getByRole('img', { name: 'QR code for your authenticator app' }).screenshot();
  const link = page.getByRole('link', { name: 'Open in an authenticator app on this device' });
  expect(readQrOfPng(image)).toBe(await link.getAttribute('href'));
  expect(readQrOfPng(image)).toContain(`secret=${key}&`);
  await page.getByLabel('Six-digit code').fill('000000');
  await press(page, 'Turn on');
  await page.getByText('“Six-digit code” must be the code that the app shows now').waitFor();
  const sendCode = async () => {
    await page.getByLabel('Six-digit code').fill(codeOf(key, -1));
    const [answer] = await Promise.all([page.waitForResponse('**/me/totp'), press(page, 'Turn on')]);
    return answer.status();
  };
  // The oldest code that is accepted can be too old when it arrives; then the next one is sent.
  await expect.poll(sendCode).toBe(200);
  await page.getByText('Two-factor authentication is on.', { exact: false }).waitFor();
  const shown = page.getByRole('status').filter({ hasText: 'Your recovery codes' }).locator('pre');
  const [recoveryCode = '', ...others] = ((await shown.textContent()) ?? '').split('\n');
  expect(others).toHaveLength(9);
  await page.getByText('Codes left: 10').waitFor();
  // They are not shown again: the page asks, and stays.
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect.poll(() => problems.splice(0)).toEqual([expect.stringContaining('without saving your recovery codes?')]);
  await heading(page, 'Settings');
  await press(page, 'I have saved them');
  await page.getByRole('tab', { name: 'Organization' }).click();
  await page.getByRole('tab', { name: 'My account' }).click();
  expect(await shown.count()).toBe(0);

  const later = await newPage(browser);
  await enterPassword(later.page);
  // A code works once, so the next one.
  await later.page.getByLabel('Code from your authenticator app').fill(codeOf(key, 0));
  await press(later.page, 'Log in');
  await heading(later.page, 'Home');

  const lost = await newPage(browser);
  await enterPassword(lost.page, '/dashboard/settings');
  await lost.page.getByLabel('Code from your authenticator app').fill('000000');
  // Another person at the same computer may have no code.
  await lost.page.getByLabel('E-mail').fill('ben@example.com');
  await lost.page.getByLabel('Code from your authenticator app').waitFor({ state: 'detached' });
  await lost.page.getByLabel('E-mail').fill(takilya.owner.email);
  await press(lost.page, 'Log in');
  await press(lost.page, 'Use a recovery code');
  await lost.page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase());
  await press(lost.page, 'Log in');
  await lost.page.getByText('Codes left: 9').waitFor();
  await press(lost.page, 'Replace recovery codes');
  await lost.page.getByText('Codes left: 10').waitFor();
  await lost.page.getByRole('status').filter({ hasText: 'Your recovery codes' }).waitFor();

  await page.getByLabel('Current password').last().fill(takilya.owner.password);
  await page.getByLabel('Six-digit code').fill('000000');
  await press(page, 'Turn off');
  await page.getByText('“Six-digit code” must be the code that the app shows now').waitFor();
  await page.getByLabel('Six-digit code').fill(codeOf(key, 1));
  await press(page, 'Turn off');
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
  expect([...problems, ...later.problems, ...lost.problems]).toStrictEqual([]);
});

test('who has a passkey and no authenticator app joins another organization', async () => {
  const { email, password } = takilya.stranger;
  const { page, problems } = await newPage(browser);
  await addAuthenticator(page);
  await page.goto(`${takilya.url}/dashboard/settings`);
  await fillLogIn(page, takilya.stranger);
  await page.getByLabel('Name of the new passkey').fill('Phone');
  await press(page, 'Add passkey');
  await page.getByRole('cell', { name: 'Phone', exact: true }).waitFor();
  await press(page, 'I have saved them');
  await takilya.apiAsOwner('POST', '/team/invitations', { email, role: 'viewer' });
  const links = () =>
    mailServer.to(email).map(({ mail }) => /http\S+\/dashboard\/invitation#[\w-]+/.exec(mail.text ?? '')?.[0]);
  await expect.poll(() => links().find(Boolean)).toBeDefined();
  await page.goto(links().find(Boolean) ?? '');
  await page.getByLabel('Password', { exact: false }).first().fill(password);
  await press(page, 'Accept invitation');
  // A wrong recovery code is asked for again as one: there is no app.
  await page.getByLabel('Recovery code').fill('aaaaa-aaaaa');
  await press(page, 'Accept invitation');
  await page.getByText('The code is wrong', { exact: false }).waitFor();
  await page.getByLabel('Recovery code').waitFor();
  // A code belongs to its password.
  await page.getByLabel('Password', { exact: false }).first().fill('another password');
  await page.getByLabel('Recovery code').waitFor({ state: 'detached' });
  await press(page, 'Use a passkey instead');
  await heading(page, 'Home');
  expect(problems).toStrictEqual([]);
});

/** Turns two-factor authentication on, on the page Settings. @returns the key of the app */
async function turnOn(page: Page, password: string) {
  await page.getByLabel('Your password').fill(password);
  await press(page, 'Set up authenticator app');
  const key = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? '';
  await page.getByLabel('Six-digit code').fill(codeOf(key, 0));
  await press(page, 'Turn on');
  await page.getByText('Two-factor authentication is on.', { exact: false }).waitFor();
  await press(page, 'I have saved them');
  return key;
}

test('an owner requires two-factor authentication, and a member without it is led to the set-up', async () => {
  const password = 'correct horse battery';
  await takilya.apiAsOwner('POST', '/team/invitations', { email: 'ben@example.com', role: 'manager' });
  const link = () => /http\S+\/dashboard\/invitation#[\w-]+/.exec(mailServer.to('ben@example.com')[0]?.mail.text ?? '');
  await expect.poll(link).not.toBeNull();
  const member = await newPage(browser);
  await member.page.goto(link()?.[0] ?? '');
  await member.page.getByLabel('Your name').fill('Ben Cruz');
  await member.page.getByLabel('Password', { exact: false }).first().fill(password);
  await press(member.page, 'Accept invitation');
  await heading(member.page, 'Home');

  const { page, problems } = owner;
  await page.goto(`${takilya.url}/dashboard/settings`);
  const require = async () => {
    await page.getByRole('tab', { name: 'Organization' }).click();
    await press(page, 'Require two-factor authentication');
    await page.getByRole('dialog').getByRole('button', { name: 'Require two-factor authentication' }).click();
  };
  await require();
  await page.getByText('Turn on two-factor authentication for yourself first').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'My account' }).click();
  await turnOn(page, takilya.owner.password);
  await require();
  await page.getByText('Every member needs two-factor authentication.').waitFor();

  // The member's page was open all the while.
  await member.page.getByRole('link', { name: 'Orders', exact: true }).click();
  await heading(member.page, 'Settings');
  await member.page.getByRole('status').filter({ hasText: 'Turn on two-factor authentication to continue' }).waitFor();
  await member.page.goto(`${takilya.url}/dashboard/events`);
  await heading(member.page, 'Settings');
  await turnOn(member.page, password);
  // A second factor after the first has no codes of its own: those of before stay in sight.
  await addAuthenticator(member.page);
  await member.page.getByLabel('Name of the new passkey').fill('Phone');
  await press(member.page, 'Add passkey');
  await member.page.getByRole('cell', { name: 'Phone', exact: true }).waitFor();
  expect(await member.page.getByRole('status').filter({ hasText: 'Your recovery codes' }).count()).toBe(1);
  await member.page.getByRole('link', { name: 'Orders', exact: true }).click();
  await heading(member.page, 'Orders');
  // The refused page tells its console.
  const others = member.problems.filter((problem) => !problem.includes('requires two-factor authentication'));
  expect([...problems, ...others]).toStrictEqual([]);
});

/** A device with a fingerprint sensor that recognizes its owner. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const recognizeOwner = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { recognizeOwner };
}

test('a passkey replaces password and code, until it is removed', async () => {
  // With an authenticator app, since the test before.
  const { page, problems } = owner;
  const { recognizeOwner } = await addAuthenticator(page);
  await page.getByRole('tab', { name: 'My account' }).click();
  await page.getByLabel('Name of the new passkey').fill('Laptop');
  await press(page, 'Add passkey');
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
  await page.getByLabel('Name of the new passkey').fill('Same laptop');
  await press(page, 'Add passkey');
  await page.getByText('No passkey was added.', { exact: false }).waitFor();

  await endSession(page);
  await page.goto(`${takilya.url}/dashboard/settings`);
  await recognizeOwner(false);
  await press(page, 'Use a passkey instead');
  await page.getByText('No passkey was used.', { exact: false }).waitFor();
  await recognizeOwner(true);
  await press(page, 'Use a passkey instead');
  await heading(page, 'Settings');

  await press(page, 'Rename Laptop');
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Old laptop', exact: true }).waitFor();
  await press(page, 'Remove Old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Passkey removed').waitFor();
  await page.getByRole('cell', { name: 'Old laptop', exact: true }).waitFor({ state: 'detached' });

  await endSession(page);
  await page.goto(`${takilya.url}/dashboard/settings`);
  await press(page, 'Use a passkey instead');
  await page.getByText('This passkey was not accepted', { exact: false }).waitFor();
  expect(problems).toStrictEqual([]);
});
