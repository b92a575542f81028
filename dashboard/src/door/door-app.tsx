import { LanguageProvider } from '../language/language.tsx';
import { ChooseEvent } from './choose-event.tsx';
import { ClosedScreen } from './closed-screen.tsx';
import { DoorScreen } from './door-screen.tsx';
import { screen } from './start.ts';
import { useStore } from './store.ts';

export const DoorApp = () => (
  <LanguageProvider>
    <Screen />
  </LanguageProvider>
);

function Screen() {
  const shown = useStore(screen);
  if (shown.kind === 'starting') return <main aria-busy="true" />;
  if (shown.kind === 'door') return <DoorScreen key={shown.work.door.eventId} work={shown.work} />;
  if (shown.kind === 'choose') return <ChooseEvent choices={shown.choices} />;
  return <ClosedScreen reason={shown.reason} />;
}
