import { expect, test } from 'vitest';
import { namesOf } from './browser.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    { browser: 'Chrome', system: 'Windows' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS' },
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', { browser: 'Firefox', system: 'Linux' }],
  ['', { browser: null, system: null }],
  ['curl/8.1', { browser: null, system: null }],
  ['Your account is locked: https://evil.example/ (now)', { browser: null, system: null }],
])('names only browsers and systems that are known: %.40s', (userAgent, names) => {
  expect(namesOf(userAgent)).toEqual(names);
});
