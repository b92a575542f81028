import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received {
  /** As the envelope said, which is what counts. */
  from: string;
  to: string[];
  /** As it came over the line. */
  raw: string;
  mail: Email;
}

/** A refusal with the code that it answers with. */
const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/** A real mail server that keeps what it gets; it refuses, and is away, when told to. */
export async function openMailServer() {
  const received: Received[] = [];
  const refuse: { recipient?: number; message?: number } = {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(address, _session, done) {
      if (refuse.recipient) return done(refusal(refuse.recipient, `no mailbox ${address.address} here`));
      done();
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refuse.message) return done(refusal(refuse.message, 'not now'));
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString(),
          mail: await PostalMime.parse(raw),
        });
        done();
      });
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Codes to answer with instead of taking a recipient or a message. */
    refuse,
    to: (address: string) => received.filter(({ to }) => to.includes(address)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** The bytes of what is attached under this name. */
export function attached(mail: Email, filename: string): Buffer {
  const found = mail.attachments.find((attachment) => attachment.filename === filename);
  if (!found) throw new Error(`no ${filename} among ${mail.attachments.map((one) => one.filename).join(', ')}`);
  return bytesOf(found);
}

export const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
