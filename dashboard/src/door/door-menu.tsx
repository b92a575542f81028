import type { PropsWithChildren } from 'react';
import { useLanguage, useTexts } from '../language/language.tsx';
import { LANGUAGES } from '../language/translations.ts';
import { MenuIcon } from './icons.tsx';
import { allowSound, setSound, sound } from './signal.ts';
import { useStore } from './store.ts';
import { texts } from './texts.ts';
import { takeNewVersion, version } from './version.ts';

const LANGUAGE_NAMES = { en: 'English', fil: 'Filipino' } as const;

/** Sound and language, and below them the ways out of this screen. */
export function DoorMenu({ isListKept, children }: PropsWithChildren<{ isListKept: boolean }>) {
  const t = useTexts(texts);
  const { language, setLanguage } = useLanguage();
  const isSoundOn = useStore(sound);
  const { isReady, isNew } = useStore(version);
  return (
    <div>
      <button type="button" className="menu-button" popoverTarget="menu" aria-label={t.menu}>
        <MenuIcon />
      </button>
      <div className="menu-items" id="menu" popover="auto">
        <label>
          <input
            type="checkbox"
            checked={isSoundOn}
            onChange={({ currentTarget }) => {
              allowSound();
              setSound(currentTarget.checked);
            }}
          />
          {t.sound}
        </label>
        <label htmlFor="language">{t.language}</label>
        <select
          id="language"
          value={language}
          onChange={({ currentTarget }) =>
            setLanguage(LANGUAGES.find((each) => each === currentTarget.value) ?? language)
          }
        >
          {LANGUAGES.map((each) => (
            <option key={each} value={each}>
              {LANGUAGE_NAMES[each]}
            </option>
          ))}
        </select>
        <p>{isReady ? (isListKept ? t.worksOffline : t.worksWithoutList) : t.notYetOffline}</p>
        {isNew ? (
          <button type="button" onClick={() => void takeNewVersion()}>
            {t.update}
          </button>
        ) : null}
        {children}
      </div>
    </div>
  );
}
