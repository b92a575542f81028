import { NavLink } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { useMe } from '../session/me.ts';
import { MenuLink } from './links.tsx';
import { NAVIGATION } from './navigation-entries.ts';
import { texts } from './texts.ts';

/** Pages that a role may not open are shown with the reason, so that their absence puzzles no one. */
export function Navigation({ onChosen }: { onChosen: () => void }) {
  const t = useTexts(texts);
  const { access } = useMe();
  return NAVIGATION.map(({ page, to, needs }) =>
    !needs || access.includes(needs) ? (
      <MenuLink
        key={page}
        to={to}
        label={t.pages[page]}
        activeOptions={{ exact: to === '/' }}
        activeProps={{ active: true }}
        onClick={onChosen}
      />
    ) : (
      // Not faded as Mantine's disabled links are, so that the reason is readable.
      <NavLink
        key={page}
        component="button"
        disabled
        aria-disabled
        opacity={1}
        c="dimmed"
        label={t.pages[page]}
        description={t.needs[needs]}
      />
    ),
  );
}
