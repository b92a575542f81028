import { mkdir, open, rename } from 'node:fs/promises';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { LOCAL_HOSTS } from '../../values/local-hosts.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Letter } from '../mail.ts';
import { deleteMailFiles, mailFile } from './mail-files.ts';

/** Connections to the mail server, and therefore mails in progress. */
export const MAX_CONNECTIONS = 5;
/** Enough for a server that is reachable. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long the mail server may be silent: some scan a message before they accept it. */
const SILENCE_TIMEOUT_MS = 30_000;
/** Enough for a message of a few hundred KB over a slow connection. */
export const SEND_TIMEOUT_MS = 60_000;

export interface MailTransport {
  /**
   * Deletes the file of a mail. Only where mails are written to files: the limits that protect mailboxes do not hold
   * these back.
   */
  deleteFile?(id: Uuid): Promise<void>;
  /** Resolves when the mail server has accepted the mail. @throws MailRefused */
  send(mail: { id: Uuid; createdAt: Date }, letter: Letter): Promise<void>;
  /** Aborts the mails in progress. */
  close(): void;
}

/** Why a mail was not accepted. The message contains no names or addresses, because it is logged. */
export class MailRefused extends Error {
  /** The mailbox does not exist: sending again would be refused again. */
  readonly permanent: boolean;
  /** The connection broke before the mail server answered. */
  readonly mayHaveArrived: boolean;

  constructor(reason: string, { permanent = false, mayHaveArrived = false }) {
    super(reason);
    this.permanent = permanent;
    this.mayHaveArrived = mayHaveArrived;
  }
}

interface Sender {
  /** The sender address; the name beside it is the organization's. */
  from: string;
}

/**
 * Sends through a mail server, over a few connections that stay open. The connection must be encrypted, unless the
 * server is this machine or the URL says `?requireTLS=false`: mails contain tickets. Certificates are verified.
 */
export function smtpTransport(url: string, { from }: Sender): MailTransport {
  const { hostname } = new URL(url);
  const closing = new AbortController();
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      // A message whose connection broke returns to our own queue.
      maxRequeues: 0,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      requireTLS: !LOCAL_HOSTS.has(hostname),
    },
    NO_EXTERNAL_CONTENT,
  );
  return {
    async send(mail, letter) {
      try {
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)]);
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
const NO_EXTERNAL_CONTENT: SendMailOptions = { disableFileAccess: true, disableUrlAccess: true };

/** Writes files that any mail program opens. */
export function fileTransport(directory: string, { from }: Sender): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, NO_EXTERNAL_CONTENT);
  return {
    deleteFile: (id) => deleteMailFiles(directory, [id]),
    async send(mail, letter) {
      const { message: bytes } = await transport.sendMail(message(mail, letter, from));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = mailFile(directory, mail.id);
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
  ...(letter.replyTo ? { replyTo: { name: oneLine(letter.fromName), address: letter.replyTo } } : {}),
  envelope: { from, to: letter.to.address },
  subject: oneLine(letter.subject),
  headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(letter) },
  text: letter.text,
  html: letter.html,
  attachments: letter.attachments.map(({ cid, ...attachment }) => ({
    ...attachment,
    // Keeps the bytes unchanged: line ends of text would be rewritten.
    contentTransferEncoding: 'base64',
    ...(cid ? { cid, contentDisposition: 'inline' } : {}),
  })),
});

/** RFC 8058: mail programs show a button that sends one POST to the address. */
const unsubscribeHeaders = ({ unsubscribeUrl }: Letter): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/**
 * Makes a header value safe. A name may span several lines, try to add a header, or imitate an encoded word, which mail
 * programs would show as other text.
 */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/** How the system says that there is no connection, such as `connect ECONNREFUSED`. */
const UNREACHABLE = /^(?:connect|getaddrinfo|query\w+) (E[A-Z_]+)/;

/** The server's message may quote an address, so only its codes are kept. */
function refusal({ code = 'Not sent', command, responseCode, message }: NodemailerError): MailRefused {
  const said = responseCode === undefined ? '' : `, the mail server answered ${responseCode}`;
  const permanent = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  if (permanent) return new MailRefused(`The mail server refuses the recipient (${responseCode})`, { permanent: true });
  const unreachable = UNREACHABLE.exec(message)?.[1];
  if (unreachable) return new MailRefused(`The mail server cannot be reached (${unreachable})`, {});
  const mayHaveArrived = responseCode === undefined;
  return new MailRefused(`${code}${command ? ` at ${command}` : ''}${said}`, { mayHaveArrived });
}
