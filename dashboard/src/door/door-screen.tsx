import { useMemo, useState } from 'react';
import { useTexts } from '../language/language.tsx';
import { AnswerCard } from './answer-card.tsx';
import { pointOf } from './at-point.ts';
import { Camera } from './camera.tsx';
import { ClosedScreen } from './closed-screen.tsx';
import { CountsPanel } from './counts-panel.tsx';
import { DoorMenu } from './door-menu.tsx';
import { CameraIcon, CountIcon, SearchIcon } from './icons.tsx';
import { listUnsent } from './list-unsent.ts';
import { ScanPointBar } from './scan-point-bar.tsx';
import { SearchPanel } from './search-panel.tsx';
import { leaveDoor } from './start.ts';
import { StatusLine } from './status-line.tsx';
import { useStore } from './store.ts';
import { texts } from './texts.ts';
import { useDoorFormats } from './use-door-formats.ts';
import { Warnings } from './warnings.tsx';
import type { WorkAtDoor } from './work-at-door.ts';

const VIEWS = [
  { view: 'scan', Icon: CameraIcon },
  { view: 'search', Icon: SearchIcon },
  { view: 'counts', Icon: CountIcon },
] as const;
type View = (typeof VIEWS)[number]['view'];

/** On a phone one view at a time, on a desk all of them side by side. */
export function DoorScreen({ work }: { work: WorkAtDoor }) {
  const t = useTexts(texts);
  const [view, setView] = useState<View>('scan');
  const state = useStore(work.door.store);
  const { list, connection } = state;
  const { dateTime } = useDoorFormats(list);
  const { scan, see } = useMemo(() => {
    const shown = (act: (code: string) => void) => (code: string) => {
      setView('scan');
      act(code);
    };
    return { scan: shown(work.scan), see: shown(work.see) };
  }, [work]);
  if (connection === 'ended')
    return <ClosedScreen reason={work.door.hasLink ? 'ended' : 'loggedOut'} waiting={listUnsent(state)} />;
  return (
    <div className="door" data-view={view}>
      <header>
        <div>
          <h1>{list?.event.title ?? t.title}</h1>
          {list ? (
            <p>
              {/* The dates of a show have one title. */}
              <span>{dateTime(list.event.start_datetime)}</span> ·{' '}
              <span>{list.link?.name ?? list.organization.name}</span>
            </p>
          ) : null}
        </div>
        <DoorMenu isListKept={state.isListKept}>{work.door.hasLink ? null : <WaysOut />}</DoorMenu>
      </header>
      {list?.organization.mode === 'test' ? <p className="test-mode">{t.testMode}</p> : null}
      <StatusLine state={state} />
      <Warnings state={state} onDismiss={work.dismiss} />
      <ScanPointBar work={work} state={state} />
      <main>
        {list && !pointOf(state) ? null : (
          <>
            <div className="view scan">
              <Camera onCode={see} />
              <AnswerCard work={work} state={state} />
            </div>
            <div className="view side">
              <div className="view search">
                <SearchPanel state={state} onCode={scan} />
              </div>
              <div className="view counts">
                <CountsPanel state={state} />
              </div>
            </div>
          </>
        )}
      </main>
      <nav className="tabs" aria-label={t.views}>
        {VIEWS.map(({ view: each, Icon }) => (
          <button
            key={each}
            type="button"
            aria-current={view === each ? 'page' : undefined}
            onClick={() => setView(each)}
          >
            <Icon />
            {t.viewNames[each]}
          </button>
        ))}
      </nav>
    </div>
  );
}

/** Links of members to another door and to their account. A phone with a door link has neither. */
function WaysOut() {
  const t = useTexts(texts);
  return (
    <>
      <button type="button" onClick={() => void leaveDoor()}>
        {t.otherEvent}
      </button>
      <a href="/dashboard/settings">{t.account}</a>
    </>
  );
}
