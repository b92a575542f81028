import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * PayMongo retries for 136 minutes and may not sign again. A webhook is only a hint where to look, so an old one does
 * no harm.
 */
const OLDEST_SECONDS = 3 * 3_600;
/** Allows for clock differences. */
const NEWEST_SECONDS = 300;

/**
 * Whether PayMongo signed these bytes. The header is `Paymongo-Signature: t=<seconds>,te=<hex>,li=<hex>`; `te` is
 * checked in test mode and `li` in live mode. The mode comes from our account, not from the webhook: the secret of test
 * mode must not sign for real money.
 */
export function isSigned(
  body: Buffer,
  header: string | string[] | undefined,
  { secret, live, now }: { secret: string; live: boolean; now: Date },
): boolean {
  if (typeof header !== 'string') return false;
  const parts = new Map(
    header.split(',').map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.join('=').trim()];
    }),
  );
  const time = parts.get('t') ?? '';
  const given = Buffer.from(parts.get(live ? 'li' : 'te') ?? '', 'hex');
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const ageSeconds = now.getTime() / 1_000 - Number(time);
  return ageSeconds <= OLDEST_SECONDS && ageSeconds >= -NEWEST_SECONDS;
}
