import { useLanguage, useTexts } from '../language/language.tsx';
import { formatsFor } from '../language/make-formats.ts';
import { DoorMenu } from './door-menu.tsx';
import { type DoorChoice, openEvent } from './start.ts';
import { texts } from './texts.ts';

/** Tonight's event first. */
export function ChooseEvent({ choices }: { choices: DoorChoice[] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return (
    <div className="door">
      <header>
        <div>
          <h1>{t.title}</h1>
          <p>{t.chooseEvent}</p>
        </div>
        <DoorMenu isListKept>
          <a href="/dashboard/settings">{t.account}</a>
        </DoorMenu>
      </header>
      <main className="choices">
        {choices.length === 0 ? <p>{t.noEvents}</p> : null}
        <ul>
          {choices.map((choice) => (
            <li key={choice.id}>
              <button type="button" onClick={() => void openEvent(choice)}>
                <strong>{choice.title}</strong>
                <span>{formatsFor(language, choice.timeZone).dateTime(choice.starts)}</span>
                {choice.waiting > 0 ? <span className="badge">{t.waiting(String(choice.waiting))}</span> : null}
              </button>
            </li>
          ))}
        </ul>
        <a href="/dashboard/">{t.dashboard}</a>
      </main>
    </div>
  );
}
