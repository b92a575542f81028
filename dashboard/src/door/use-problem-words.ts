import type { Refusal } from '../api/problem.ts';
import { useTexts } from '../language/language.tsx';
import { translations } from '../language/translations.ts';
import type { Door } from './door.ts';
import { useDoorFormats } from './use-door-formats.ts';

const texts = translations({
  en: {
    storageFull: 'The storage of this device is full: guests cannot be admitted offline.',
    checkedInAgain: (time: string) => `Another scan checked this ticket in: ${time}. That check-in stays.`,
    byCode: {
      unreachable: 'The server cannot be reached. Try again when you are online.',
      unexplained: 'The server cannot be reached. Try again when you are online.',
      timed_out: 'The server did not answer in time. Try again.',
      passage_not_last: 'This was undone before, or the ticket has passed here again since.',
      event_cancelled: 'The event is cancelled: its check-ins are not undone.',
      event_not_found: 'The event was not found, or this link is not for it.',
      check_in_list_not_found: 'The organizer deleted the list.',
      shown_for_another:
        'Another person is logged in in this browser now, or you are no longer a member. Log in again to go on.',
      insufficient_role: 'Your role may not check in. Ask the owner of the account.',
    },
    other: (message: string) => message,
  },
  fil: {
    storageFull: 'Puno na ang storage ng device na ito: walang mapapapasok habang offline.',
    checkedInAgain: (time: string) => `Na-check in ng ibang scan ang ticket: ${time}. Mananatili ang check-in na iyon.`,
    byCode: {
      unreachable: 'Hindi maabot ang server. Subukan ulit kapag online ka na.',
      unexplained: 'Hindi maabot ang server. Subukan ulit kapag online ka na.',
      timed_out: 'Hindi sumagot ang server sa oras. Subukan ulit.',
      passage_not_last: 'Na-undo na ito, o dumaan ulit ang ticket dito pagkatapos.',
      event_cancelled: 'Kanselado ang event: hindi na mai-u-undo ang mga check-in nito.',
      event_not_found: 'Hindi nahanap ang event, o hindi para dito ang link na ito.',
      check_in_list_not_found: 'Binura ng organizer ang listahan.',
      shown_for_another:
        'Ibang tao na ang naka-log in sa browser na ito, o hindi ka na miyembro. Mag-log in ulit para magpatuloy.',
      insufficient_role: 'Hindi puwedeng mag-check in ang role mo. Magtanong sa may-ari ng account.',
    },
    other: () => 'Hindi ito natuloy. Subukan ulit, o sabihin sa organizer.',
  },
});

/** @returns the words for a failure at the door, in the language of the page */
export function useProblemWords(list: Door | undefined) {
  const t = useTexts(texts);
  const { dateTime } = useDoorFormats(list);
  const byCode: Readonly<Record<string, string>> = t.byCode;
  return (problem: Error | Refusal): string => {
    if (problem instanceof DOMException) return t.storageFull;
    const { code = '', message, details } = problem as Error & Partial<Refusal>;
    if (code === 'checked_in_again') return t.checkedInAgain(dateTime(String(details?.checked_in_at)));
    return byCode[code] ?? t.other(message);
  };
}
