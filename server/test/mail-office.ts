import sql from 'sql-template-tag';
import { composeLetter } from '../src/letters/compose.ts';
import { Mailer } from '../src/mail/sending/mailer.ts';
import { type MailTransport, smtpTransport } from '../src/mail/sending/transport.ts';
import { type BoxOffice, openBoxOffice } from './box-office.ts';
import { type MailServer, openMailServer } from './mail-server.ts';

export const MAIL_FROM = 'tickets@takilya.example';

/** The box office, with a mail server that gets what it sends; sending happens when the test says so. */
export async function openMailOffice(): Promise<MailOffice> {
  const [office, server] = await Promise.all([openBoxOffice(), openMailServer()]);
  const transport = smtpTransport(server.url, { from: MAIL_FROM });
  const mailer = newMailer(office, transport);
  return Object.assign(office, {
    server,
    mailer,
    /** No operation renames an organization. */
    async rename(name: string) {
      await office.db.query(sql`
        update organizations set name = ${name} where organization_id = ${office.organizationId}`);
    },
    /** Sends until nothing is due. @returns what arrived meanwhile, with its envelope */
    async sendMails() {
      const before = server.received.length;
      while ((await mailer.begin()) > 0) await mailer.settled();
      return server.received.slice(before);
    },
    async closeAll() {
      transport.close();
      await server.close();
      await office.close();
    },
  });
}

export const newMailer = (
  { parts, db, clock, app }: BoxOffice,
  transport: MailTransport,
  isRush = () => false,
): Mailer => new Mailer({ db, clock, transport, compose: (mail) => composeLetter(parts, mail), isRush, log: app.log });

export type MailOffice = BoxOffice & {
  server: MailServer;
  mailer: Mailer;
  rename(name: string): Promise<void>;
  sendMails(): Promise<MailServer['received']>;
  closeAll(): Promise<void>;
};
