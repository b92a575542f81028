import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { LOCAL_HOSTS } from '../../values/local-hosts.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Letter } from '../mail.ts';

/** Connections to the mail server, and so mails under way. */
export const MOST_CONNECTIONS = 5;
/** Enough for a server that is reachable. */
const CONNECT_WITHIN_MS = 10_000;
/** Without a word: some servers look at a message for a while before they take it. */
const SILENT_FOR_MS = 30_000;
/** A whole message of a few hundred KB on a slow line. */
export const SEND_WITHIN_MS = 60_000;

export interface MailTransport {
  /** Resolves when the mail server has accepted the mail. @throws MailRefused */
  send(mail: { id: Uuid; createdAt: Date }, letter: Letter): Promise<void>;
  /** Aborts the mails in progress. */
  close(): void;
}

/** Why a mail was not taken, in words without anybody's name or address: they are logged. */
export class MailRefused extends Error {
  /** There is no such mailbox: sending again would be refused again. */
  readonly forGood: boolean;

  constructor(reason: string, { forGood }: { forGood: boolean }) {
    super(reason);
    this.forGood = forGood;
  }
}

interface Sender {
  /** The address mails come from; the name beside it is the organization's. */
  from: string;
}

/**
 * Through a mail server, over a few connections that stay open. With a password in its address the line must be
 * encrypted, unless the server is this machine or the address says `?requireTLS=false`; certificates are verified.
 */
export function smtpTransport(url: string, { from }: Sender): MailTransport {
  const { password, hostname } = new URL(url);
  const closing = new AbortController();
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: MOST_CONNECTIONS,
      // A message whose connection broke comes back to our own queue.
      maxRequeues: 0,
      connectionTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: CONNECT_WITHIN_MS,
      dnsTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      requireTLS: password !== '' && !LOCAL_HOSTS.has(hostname),
    },
    NOTHING_FROM_ELSEWHERE,
  );
  return {
    async send(mail, letter) {
      try {
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(SEND_WITHIN_MS)]);
        await transport.sendMail({ ...message(mail, letter, from), signal });
      } catch (error) {
        throw refusal(error as NodemailerError);
      }
    },
    close() {
      closing.abort();
      transport.close({ force: true });
    },
  };
}

/** Text typed by strangers never makes the server read a file or a URL. */
const NOTHING_FROM_ELSEWHERE: SendMailOptions = { disableFileAccess: true, disableUrlAccess: true };

/** As files that any mail program opens, named by the mail: written again, one takes the place of the other. */
export function fileTransport(directory: string, { from }: Sender): MailTransport {
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    NOTHING_FROM_ELSEWHERE,
  );
  return {
    async send(mail, letter) {
      const { message: bytes } = await transport.sendMail(message(mail, letter, from));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = join(directory, `${mail.id}.eml`);
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(bytes as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    close() {},
  };
}

/** The id is the mail's, so that mail programs recognise a duplicate. */
const message = ({ id, createdAt }: { id: Uuid; createdAt: Date }, letter: Letter, from: string): SendMailOptions => ({
  messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
  date: createdAt,
  from: { name: oneLine(letter.fromName), address: from },
  to: { name: oneLine(letter.to.name), address: letter.to.address },
  envelope: { from, to: letter.to.address },
  subject: oneLine(letter.subject),
  headers: { 'Auto-Submitted': 'auto-generated' },
  text: letter.text,
  html: letter.html,
  attachments: letter.attachments.map(({ cid, ...attachment }) => ({
    ...attachment,
    // As they are: text would have its line ends rewritten on the way.
    contentTransferEncoding: 'base64',
    ...(cid ? { cid, contentDisposition: 'inline' } : {}),
  })),
});

/**
 * A name may be typed over several lines, or try to add a header; or look as if it were encoded, which mail programs
 * would
 * show as something else than what is written there.
 */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/** The server's own words may quote the address: of them only the codes are kept. */
function refusal({ code = 'Not sent', command, responseCode }: NodemailerError): MailRefused {
  const said = responseCode === undefined ? '' : `, the mail server answered ${responseCode}`;
  const forGood = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  if (forGood) return new MailRefused(`The mail server refuses the recipient (${responseCode})`, { forGood });
  return new MailRefused(`${code}${command ? ` at ${command}` : ''}${said}`, { forGood });
}
