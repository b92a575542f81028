import { newKey } from '../api/new-key.ts';
import { isRefusal } from '../api/problem.ts';
import { hasPassed } from './decide.ts';
import type { Direction, DoorTicket } from './door.ts';
import type { Answer, ScanChoice } from './door-state.ts';
import { followDoor } from './follow-door.ts';
import type { OpenDoor } from './open-door.ts';
import { scanTicket } from './scan-ticket.ts';
import { signalAnswer } from './signal.ts';
import { looksLikeTicketCode } from './ticket-code.ts';
import { undoAnswer } from './undo-scan.ts';
import { dismissed, type Warning } from './warnings-of.ts';

export type WorkAtDoor = ReturnType<typeof workAtDoor>;

/** What a person at this door can do. One thing after the other, as people come. */
export function workAtDoor(door: OpenDoor) {
  const following = followDoor(door);
  let last: Promise<unknown> = Promise.resolve();

  /** `answer`: what the act is about. It stays when the act fails, which can be tried again then. */
  function inTurn(act: () => Promise<Answer | { undone: Answer }>, answer?: Answer) {
    last = last.then(async () => {
      door.set({ isChecking: true });
      try {
        const done = await act();
        if ('undone' in done) return door.set({ answer: undefined, error: undefined, undone: done.undone });
        door.set({ answer: afterLast(done, door.state.answer), error: undefined, undone: undefined });
        signalAnswer(done.verdict);
      } catch (error) {
        door.set({ answer, error: error as Error, undone: undefined });
        signalAnswer('problem');
        if (isRefusal(error) && error.status === 401) await door.refuse(error);
      } finally {
        door.set({ isChecking: false });
        if (door.state.connection !== 'online') following.now();
      }
    });
  }

  /** With what is chosen now: while a scan waits for its turn, another place or direction may be chosen. */
  function scan(text: string) {
    const { listId, direction } = door.state;
    inTurn(() => scanTicket(door, text, { listId, direction }));
  }

  return {
    door,
    scan,
    /** What the camera sees: a number, which is no secret, admits only when a person typed it. */
    see: (text: string) => (looksLikeTicketCode(text) ? scan(text) : inTurn(async () => noCode())),
    /** `chosen`: as it was for the ticket of the answer. */
    admitCompanions: (answer: Answer, chosen: ScanChoice, tickets: DoorTicket[]) =>
      inTurn(() => admitTogether(door, answer, chosen, tickets), answer),
    undo: (answer: Answer) =>
      inTurn(async () => {
        await undoAnswer(door, answer);
        return { undone: answer };
      }, answer),
    choose: (listId: string | null) => void door.choose(listId),
    turn: (direction: Direction) => door.set({ direction, answer: undefined, error: undefined, undone: undefined }),
    dismiss: (warning: Warning) => void door.keep(dismissed(warning)),
    stop: following.stop,
  };
}

/** The answer, with what it has to do with the last one. */
function afterLast(answer: Answer, last: Answer | undefined): Answer {
  const { verdict, ticket } = answer;
  if (verdict !== 'used' || !ticket) return answer;
  const wasAdmitted = last?.verdict === 'admitted' && last.admissions.some(({ ticketId }) => ticketId === ticket.id);
  return { ...answer, isShownAgain: wasAdmitted || (last?.isShownAgain && last.ticket?.id === ticket.id) };
}

const noCode = (): Answer => ({ verdict: 'noCode', nonce: newKey(), admissions: [] });

/** Each by its number, as if it were scanned: one that was used meanwhile is refused, and the others are admitted. */
async function admitTogether(
  door: OpenDoor,
  answer: Answer,
  chosen: ScanChoice,
  tickets: DoorTicket[],
): Promise<Answer> {
  const admissions = [...answer.admissions];
  const refusedCompanions: string[] = [];
  for (const { ticket_number: number } of tickets) {
    const one = await scanTicket(door, number, chosen);
    if (hasPassed(one.verdict)) admissions.push(...one.admissions);
    else refusedCompanions.push(`${one.name ?? ''} · ${number}`);
  }
  return { ...answer, nonce: newKey(), admissions, refusedCompanions };
}
