import { describe, expect, test } from 'vitest';
import { usePromoCodeShop } from '../fixtures/promo-code-words.ts';

const MOST = 100;
const EVERY_SECONDS = 10;
const MOST_OF_NETWORK = 50;
const EVERY_SECONDS_OF_NETWORK = 20;

const shop = await usePromoCodeShop();

describe('wrong promo codes of an event', () => {
  const ask = (promo_code: string, event = shop.event) => shop.office.askCheckout(event, { promo_code });
  async function guess(times = MOST) {
    for (let tried = 0; tried < times; tried++)
      expect(await ask(`VIP${tried}`)).toMatchObject({ status: 409, code: 'promo_code_unknown' });
  }

  test('after 100, codes are refused for all its buyers, with the time to wait, and right ones as well', async () => {
    await shop.start();
    await guess();
    for (const code of ['VIP157', 'EARLY']) {
      const answer = await ask(code);
      expect(answer).toMatchObject({
        status: 429,
        code: 'promo_code_guesses',
        message: 'Too many wrong promo codes were tried for this event. Try again later, or buy without one.',
        details: { retry_after_seconds: EVERY_SECONDS },
      });
      expect(answer.headers['retry-after']).toBe(String(EVERY_SECONDS));
    }
    expect(await shop.office.askCheckout(shop.event)).toMatchObject({ status: 201 });
    shop.office.wait(EVERY_SECONDS);
    expect(await ask('EARLY')).toMatchObject({ status: 201 });
  });

  test('are forgiven one by one, and right codes cost nothing', async () => {
    await shop.start();
    await guess();
    shop.office.wait(2 * EVERY_SECONDS);
    for (let used = 0; used < 5; used++) expect(await ask('EARLY')).toMatchObject({ status: 201 });
    await guess(2);
    expect(await ask('EARLY')).toMatchObject({ status: 429 });
  });

  test('sent all at once are not more', async () => {
    await shop.start();
    const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => ask(`VIP${index}`)));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(MOST);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
  });

  test('are counted for each event apart', async () => {
    await shop.start();
    const guessed = shop.event;
    await guess();
    await shop.start();
    expect(await ask('EARLY')).toMatchObject({ status: 201 });
    expect(await ask('EARLY', guessed)).toMatchObject({ status: 429 });
  });

  test('of one network on the page of the event close them to that network alone', async () => {
    await shop.start();
    const { slug } = (await shop.office.call<{ slug: string }>('GET', `/events/${shop.event.id}`)).data;
    const look = (code: string, remoteAddress: string) =>
      shop.office.app.inject({ url: `/shop/lakbay-concerts/${slug}?code=${code}`, remoteAddress });
    for (let tried = 0; tried < MOST_OF_NETWORK; tried++)
      expect((await look(`VIP${tried}`, '203.0.113.7')).statusCode).toBe(409);
    for (let tried = 0; tried < 2 * MOST; tried++)
      expect((await look(`VIP${tried}`, '203.0.113.7')).statusCode).toBe(429);
    expect((await look('EARLY', '203.0.113.8')).statusCode).toBe(200);
    expect(await ask('EARLY')).toMatchObject({ status: 201 });
    shop.office.wait(EVERY_SECONDS_OF_NETWORK);
    expect((await look('EARLY', '203.0.113.7')).statusCode).toBe(200);
  });

  test('are counted on pages too; then each checkout can still enter one code', async () => {
    await shop.start();
    for (let checkouts = 0; checkouts < 5; checkouts++) {
      const checkout = await shop.office.checkout(shop.event);
      for (let tried = 0; tried < 20; tried++) await shop.words.enterOn(checkout, `VIP${tried}`);
    }
    expect(await ask('EARLY')).toMatchObject({ status: 429 });
    const mistyping = await shop.office.checkout(shop.event);
    expect((await shop.words.enterOn(mistyping, 'EARYL')).text).toContain('is not known for this event');
    expect((await shop.words.enterOn(mistyping, 'EARLY')).text).toContain('Too many promo codes were tried.');
    const page = await shop.words.enterOn(await shop.office.checkout(shop.event), 'EARLY');
    expect(page.text).toContain('Discount (EARLY)');
  });
});
