import { describe, expect, test } from 'vitest';
import { Refusal } from '../platform/refusals/refusal.ts';
import { isPublicAddress } from './public-address.ts';
import { targetRefusals } from './refusals.ts';
import { checkTargetUrl, refusalOfTarget } from './target-url.ts';

/** Each of these has bypassed such a check somewhere. */
const PRIVATE = [
  // loopback, in every notation of IPv4
  'https://127.0.0.1/',
  'https://127.0.0.1:8443/hook',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://00000177.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://127.0.0.1./',
  'https://127%2e0%2e0%2e1/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.０.０.１/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://0/',
  'https://0.0.0.0/',
  // loopback by name
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://localhost../',
  'https://localhost:3000/',
  'https://a.localhost/',
  'https://a.b.LocalHost./',
  'https://ｌｏｃａｌｈｏｓｔ/',
  'https://ⓛocalhost/',
  'https://localhost.localdomain/',
  'https://ip6-localhost/',
  // private and special networks
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://3232235777/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://0251.0376.0251.0376/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://192.0.0.192/',
  'https://198.18.0.1/',
  'https://192.0.2.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  // IPv6, and IPv4-mapped addresses
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[0:0:0:0:0:ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b:1::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::1]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
];

/** Always refused, even if private targets are allowed. */
const NEVER = [
  'http://hooks.example/',
  'http://127.0.0.1/',
  'ftp://hooks.example/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:25/',
  'javascript:alert(1)',
  'https://user@hooks.example/',
  'https://user:password@hooks.example/',
  'https://hooks.example@127.0.0.1/',
  'https://hooks.example:443@10.0.0.1/',
  'https://:@127.0.0.1/',
  'https://@8.8.8.8/',
  ' https://user@8.8.8.8/',
  'https:/\t/user:secret@8.8.8.8/',
  'https://:@8.8.8.8/',
  'https:\\\\user@8.8.8.8\\',
  'https://127.0.0.1%00.hooks.example/',
  'https://[fe80::1%25eth0]/',
  'https://256.256.256.256/',
  'https://0x100000000/',
  'https://',
  'hooks.example',
  '//hooks.example/',
];

const PUBLIC = [
  'https://hooks.example/takilya?x=1',
  'https://hooks.example:8443/',
  'https://hooks.example/@takilya?to=a@b.example',
  'https://8.8.8.8/',
  'https://172.32.0.1/',
  'https://100.128.0.1/',
  'https://[2606:4700:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://localhost.example/',
  'https://mylocalhost/',
  'https://127.0.0.1.example/',
  'https://10.example/',
  'https://xn--mnchen-3ya.example/',
];

describe('the URL of a webhook', () => {
  test('is tested with at least 40 malicious examples', () => {
    expect(new Set([...PRIVATE, ...NEVER]).size).toBeGreaterThanOrEqual(40);
  });

  test.each(PRIVATE)('%s is refused, and accepted where private targets are allowed', (url) => {
    expect(refusalOfTarget(url, false)).toMatchObject({
      code: 'url_not_public',
      message: 'url must not point to a private or local address',
      field: 'url',
    });
    expect(refusalOfTarget(url, true)).toBeUndefined();
  });

  test.each(NEVER)('%s is always refused', (url) => {
    expect(refusalOfTarget(url, false)).toBeInstanceOf(Refusal);
    expect(refusalOfTarget(url, true)).toBeInstanceOf(Refusal);
  });

  test.each(PUBLIC)('%s is accepted', (url) => {
    expect(refusalOfTarget(url, false)).toBeUndefined();
  });

  test('is refused with 400 and the reason', () => {
    const check = () => checkTargetUrl('https://0x7f.1/', { allowPrivate: false });
    expect(check).toThrow(targetRefusals.url_not_public());
  });
});

describe('an address that a name resolves to', () => {
  test.each([
    'localhost',
    '',
    '127.1',
    '0x7f.0.0.1',
    '[::1]',
    'fe80::1%eth0',
    '2606:4700::1%1',
    '8.8.8.8.',
    ' 8.8.8.8',
  ])('%j is not public: it is not an address in the usual notation', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  /** The first and last address of each range, and their neighbours outside. */
  test.each([
    ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
    ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
    ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::', null],
  ])('%s to %s is not public; %s and %s beside it are', (first, last, before, after) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    for (const beside of [before, after]) if (beside) expect(isPublicAddress(beside)).toBe(true);
    for (const [mapped, expected] of [
      [first, false],
      [last, false],
      [before, true],
      [after, true],
    ] as const)
      if (mapped?.includes('.')) expect(isPublicAddress(`::ffff:${mapped}`)).toBe(expected);
  });
});
