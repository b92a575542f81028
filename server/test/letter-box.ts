import { composeLetter } from '../src/letters/compose.ts';
import type { Letter } from '../src/mail/mail.ts';
import { Mailer } from '../src/mail/sending/mailer.ts';
import type { TestService } from './test-service.ts';

/** Letters as they are handed to the transport, sent when the test says so. */
export function openLetterBox({ parts, db, app }: TestService) {
  const letters: Letter[] = [];
  const transport = {
    async send(_mail: unknown, letter: Letter) {
      letters.push(letter);
    },
    close() {},
  };
  const mailer = new Mailer({
    db,
    clock: parts.clock,
    transport,
    compose: (mail) => composeLetter(parts, mail),
    isRush: () => false,
    log: app.log,
  });
  return {
    /** @returns what was sent meanwhile */
    async empty(): Promise<Letter[]> {
      while ((await mailer.begin()) > 0) await mailer.settled();
      return letters.splice(0);
    },
  };
}

/** Behind the `#` of the link in a letter. */
export const tokenIn = (letter: Letter | undefined): string => /#([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? '';
