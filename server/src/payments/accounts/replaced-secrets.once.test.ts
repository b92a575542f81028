import { describe, expect, test } from 'vitest';
import { ProviderError } from '../provider-errors.ts';
import type { AccountSecrets, SecretsWithReplaced } from './account.ts';
import { askWithEach, keptSecrets } from './replaced-secrets.ts';

const secrets = (name: string, live = true): AccountSecrets => ({
  secretKey: name,
  webhookSecret: `webhooks of ${name}`,
  live,
});
const account = (name: string, ...replaced: AccountSecrets[]): SecretsWithReplaced => ({ ...secrets(name), replaced });
const refusal = (status: number | null, message = `answered with ${status}`) => new ProviderError(message, { status });

describe('the secrets that are kept when others replace them', () => {
  const names = (kept: AccountSecrets[]) => kept.map(({ secretKey }) => secretKey);

  test('are the latest four, latest first', () => {
    let current = account('key 0');
    for (let number = 1; number <= 6; number++) {
      const next = secrets(`key ${number}`);
      current = { ...next, replaced: keptSecrets(current, next) };
    }
    expect(names([...current.replaced])).toEqual(['key 5', 'key 4', 'key 3', 'key 2']);
  });

  test('never hold a key twice, nor its earlier webhook secret', () => {
    expect(names(keptSecrets(account('a', secrets('b')), secrets('b')))).toEqual(['a']);
    expect(keptSecrets(account('a'), { ...secrets('a'), webhookSecret: 'new' })).toEqual([]);
  });

  test('hold those of test mode until real money is taken, and those of real money always', () => {
    const replaced = [secrets('live'), secrets('older test', false)];
    const tested: SecretsWithReplaced = { ...secrets('test', false), replaced };
    expect(names(keptSecrets(tested, secrets('next test', false)))).toEqual(['test', 'live', 'older test']);
    expect(names(keptSecrets(tested, secrets('next live')))).toEqual(['live']);
  });
});

describe('asking with each', () => {
  const ask = (answers: Record<string, ProviderError | string>) => {
    const asked: string[] = [];
    const result = askWithEach(account('new', secrets('old'), secrets('older')), async ({ secretKey }) => {
      asked.push(secretKey);
      const answer = answers[secretKey];
      if (answer instanceof ProviderError) throw answer;
      return answer;
    });
    return { asked, result };
  };

  test('ends with the first that knows of it', async () => {
    const { asked, result } = ask({ new: refusal(404), old: 'known', older: 'never asked' });
    expect(await result).toBe('known');
    expect(asked).toEqual(['new', 'old']);
  });

  test.each([401, 403, 404])('goes on after %s', async (status) => {
    expect(await ask({ new: refusal(status), old: refusal(status), older: 'known' }).result).toBe('known');
  });

  test.each([null, 400, 409, 429, 500])('goes no further after %s: the account knows of it, or may', async (status) => {
    const { asked, result } = ask({ new: refusal(404), old: refusal(status, 'the reason'), older: 'never asked' });
    await expect(result).rejects.toThrow('the reason');
    expect(asked).toEqual(['new', 'old']);
  });

  test('says what the newest said when none knows of it', async () => {
    const { result } = ask({ new: refusal(401, 'revoked'), old: refusal(404), older: refusal(404) });
    await expect(result).rejects.toThrow('revoked');
  });
});
