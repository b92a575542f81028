import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { authority } from '../../../test/fixtures/receiver.ts';
import { newId } from '../../values/uuid.ts';
import type { Letter } from '../mail.ts';
import { fileTransport, MailRefused, smtpTransport } from './transport.ts';

const FROM = 'tickets@takilya.example';
const createdAt = new Date('2027-02-01T04:00:00.000Z');
const mail = { id: newId(createdAt), createdAt };
const letter: Letter = {
  fromName: 'Ñandú Concerts',
  replyTo: null,
  to: { name: 'María', address: 'maria@example.com' },
  subject: 'Your ticket for Gabi ng Musika',
  text: 'Hello María,',
  html: '<p>Hello María,</p><img src="cid:one@tickets">',
  attachments: [
    { filename: 'ticket.png', contentType: 'image/png', content: Buffer.from('not really'), cid: 'one@tickets' },
    { filename: 'event.ics', contentType: 'text/calendar', content: Buffer.from('BEGIN\r\nEND\r\n') },
  ],
};

describe('mails as files', () => {
  test('open in a mail program, are readable by their owner only, and are replaced when written again', async () => {
    const directory = join(await mkdtemp(join(tmpdir(), 'takilya-mail-')), 'mail');
    const transport = fileTransport(directory, { from: FROM });
    await transport.send(mail, letter);
    await transport.send(mail, letter);
    expect(await readdir(directory)).toEqual([`${mail.id}.eml`]);
    const path = join(directory, `${mail.id}.eml`);
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
    expect(((await stat(directory)).mode & 0o777).toString(8)).toBe('700');
    const parsed = await PostalMime.parse(await readFile(path));
    expect(parsed).toMatchObject({
      from: { name: letter.fromName, address: FROM },
      to: [{ name: 'María', address: 'maria@example.com' }],
      subject: letter.subject,
      messageId: `<${mail.id}@takilya.example>`,
      date: createdAt.toISOString(),
    });
    expect(parsed.text).toContain(letter.text);
    expect(parsed.attachments.map(({ filename, disposition }) => [filename, disposition])).toEqual([
      ['ticket.png', 'inline'],
      ['event.ics', 'attachment'],
    ]);
  });

  test('never include the content of a path in a field', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'takilya-mail-'));
    const transport = fileTransport(directory, { from: FROM });
    const text = { path: '/etc/passwd' } as unknown as string;
    await expect(transport.send(mail, { ...letter, text })).rejects.toThrow(/access/i);
  });
});

describe('mails through a server', () => {
  let server: SMTPServer;
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const certificate = {
    key: readFileSync(new URL('../../../test/fixtures/certificates/server.key', import.meta.url)),
    cert: readFileSync(new URL('../../../test/fixtures/certificates/server.pem', import.meta.url)),
  };
  /** Records the passwords received, and whether the connection was encrypted. */
  async function listen(options: SMTPServerOptions, host = '127.0.0.1') {
    const logins: { user: unknown; password: unknown; secure: boolean }[] = [];
    let messages = 0;
    server = new SMTPServer({
      logger: false,
      ...certificate,
      ...options,
      onAuth({ username, password }, { secure }, done) {
        logins.push({ user: username, password, secure });
        done(null, { user: username });
      },
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => {
          messages++;
          done();
        });
      },
    });
    // The server reports TLS handshakes that the client rejects as errors.
    server.on('error', () => {});
    await once(server.listen(0, host), 'listening');
    const { port } = server.server.address() as AddressInfo;
    return { logins, port, messages: () => messages };
  }
  const trusting = `tls.ca=${encodeURIComponent(authority.toString())}&tls.servername=localhost`;

  async function send(url: string) {
    const transport = smtpTransport(url, { from: FROM });
    try {
      await transport.send(mail, letter);
    } finally {
      transport.close();
    }
  }

  test('go over TLS from the start, with the password in the URL', async () => {
    const { logins, port, messages } = await listen({ secure: true });
    await send(`smtps://user%40host:p%2Fw@127.0.0.1:${port}/?${trusting}`);
    expect(logins).toEqual([{ user: 'user@host', password: 'p/w', secure: true }]);
    expect(messages()).toBe(1);
  });

  test('go over a connection that is encrypted before the password is sent', async () => {
    const { logins, port } = await listen({}, '127.0.0.2');
    await send(`smtp://user:secret@127.0.0.2:${port}/?${trusting}`);
    expect(logins).toEqual([{ user: 'user', password: 'secret', secure: true }]);
  });

  test('do not go to a remote server without encryption, and send it no password', async () => {
    const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
    const { logins, port, messages } = await listen(plain, '127.0.0.2');
    await expect(send(`smtp://user:secret@127.0.0.2:${port}`)).rejects.toThrow(MailRefused);
    expect(logins).toEqual([]);
    expect(messages()).toBe(0);
    await send(`smtp://user:secret@127.0.0.2:${port}/?requireTLS=false`);
    expect(messages()).toBe(1);
  });

  test.each(['smtps', 'smtp'])('do not go to a server with an untrusted certificate: %s', async (scheme) => {
    const { logins, port, messages } = await listen({ secure: scheme === 'smtps' });
    await expect(send(`${scheme}://user:secret@127.0.0.1:${port}`)).rejects.toThrow(MailRefused);
    expect({ logins, messages: messages() }).toEqual({ logins: [], messages: 0 });
  });

  test('say why the server cannot be reached', async () => {
    await expect(send('smtp://127.0.0.1:1')).rejects.toThrow('The mail server cannot be reached (ECONNREFUSED)');
  });

  test('fail with a message that contains no name, address or password', async () => {
    const { port } = await listen({ authOptional: true, disabledCommands: ['STARTTLS'] });
    server.onRcptTo = (address, _session, done) =>
      done(Object.assign(new Error(address.address), { responseCode: 550 }));
    const error = await send(`smtp://127.0.0.1:${port}`).catch((one) => one);
    expect(error).toMatchObject({ permanent: true, message: 'The mail server refuses the recipient (550)' });
    server.onMailFrom = (address, _session, done) =>
      done(Object.assign(new Error(address.address), { responseCode: 550 }));
    expect(await send(`smtp://127.0.0.1:${port}`).catch((one) => one)).toMatchObject({
      permanent: false,
      message: 'EENVELOPE at MAIL FROM, the mail server answered 550',
    });
  });
});
