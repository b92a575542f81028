import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../test/fixtures/problems.ts';
import { readConfig } from './config.ts';

describe('settings of mail', () => {
  test('keep mails as files by default', () => {
    expect(readConfig({})).toMatchObject({ mailUrl: null, mailFrom: 'tickets@localhost' });
  });

  test.each(['smtp://mail.example:587', 'smtps://user%40host:p%2Fw@mail.example'])('send through %s', (url) => {
    const settings = { MAIL_URL: url, MAIL_FROM: 'tickets@shop.example' };
    expect(readConfig(settings)).toMatchObject({ mailUrl: url, mailFrom: 'tickets@shop.example' });
  });

  test('require a sender when mails are sent', () => {
    expect(problemsOf({ MAIL_URL: 'smtp://mail.example' })).toEqual([
      'MAIL_FROM is required with MAIL_URL: the address that mails come from',
    ]);
  });

  test('make no demo, whose buyers would be sent real mails, and refuse DEMO=1', () => {
    const settings = { MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'tickets@shop.example' };
    expect(readConfig({})).toMatchObject({ demo: true });
    expect(readConfig(settings)).toMatchObject({ demo: false });
    expect(problemsOf({ ...settings, DEMO: '1' })).toEqual([
      'DEMO=1 cannot be used with MAIL_URL: the demo writes to buyers who do not exist',
    ]);
  });

  test('require the public URL when a worker sends', () => {
    const worker = {
      MAIL_URL: 'smtp://mail.example',
      MAIL_FROM: 'a@b.example',
      ROLE: 'worker',
      DATABASE_URL: 'postgres://x',
    };
    expect(problemsOf(worker)).toEqual([
      'PUBLIC_URL is required with MAIL_URL and ROLE=worker: mails lead to it, and a worker has no address',
    ]);
    expect(problemsOf({ ...worker, PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
  });

  test.each(['mail.example', 'http://mail.example', 'direct:'])('refuse the address %s', (url) => {
    const problems = problemsOf({ MAIL_URL: url, MAIL_FROM: 'a@b.example' });
    expect(problems).toEqual(['MAIL_URL must be a URL that starts with smtp:// or smtps://']);
  });

  test.each([
    ['smtp://', 'MAIL_URL must name a host: smtp://user:password@host'],
    ['smtp:mail.example', 'MAIL_URL must name a host: smtp://user:password@host'],
    ['smtp://?host=mail.example', 'MAIL_URL must name a host: smtp://user:password@host'],
    [
      'smtp://u:p%zz@host',
      'MAIL_URL must have its user and password percent-encoded: in them a % is %25, an @ is %40 and a / is %2F',
    ],
    [
      'smtp://u%ff:p@host',
      'MAIL_URL must have its user and password percent-encoded: in them a % is %25, an @ is %40 and a / is %2F',
    ],
  ])('refuse %s, which is not a usable server', (url, problem) => {
    expect(problemsOf({ MAIL_URL: url, MAIL_FROM: 'a@b.example' })).toEqual([problem]);
  });

  test('do not repeat an address that holds a password', () => {
    expect(problemsOf({ MAIL_URL: 'http://user:secret@mail.example' }).join()).not.toContain('secret');
  });

  test.each(['tickets', 'Shop <tickets@shop.example>', 'a@b, c@d', '@shop.example', 'a@b\nBcc: x@y'])(
    'refuse %j as the sender',
    (from) => {
      expect(problemsOf({ MAIL_FROM: from })).toEqual([`MAIL_FROM must be an e-mail address, not "${from}"`]);
    },
  );
});
