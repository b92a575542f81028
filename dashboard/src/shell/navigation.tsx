import { NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { useId } from 'react';
import { useTexts } from '../language/language.tsx';
import { useMe } from '../session/me.ts';
import { Icon } from './icon.tsx';
import type { LinkElement } from './links.tsx';
import { type Entry, NAVIGATION } from './navigation-entries.ts';
import classes from './shell.module.css';
import { texts } from './texts.ts';

const MenuLink = createLink((props: LinkElement<NavLinkProps>) => <NavLink component="a" {...props} />);

/** Pages that a role may not open are shown with the reason, so that their absence puzzles no one. */
export const Navigation = ({ onChosen }: { onChosen: () => void }) =>
  NAVIGATION.map(({ name, entries }) => (
    <Group key={name ?? ''} name={name}>
      {entries.map((entry) => (
        <EntryLink key={entry.page} entry={entry} onChosen={onChosen} />
      ))}
    </Group>
  ));

function Group({ name, children }: { name?: keyof typeof texts.en.groups | undefined; children: React.ReactNode }) {
  const t = useTexts(texts);
  const id = useId();
  if (!name) return <div>{children}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div role="group" aria-labelledby={id} className={classes.group}>
      <div id={id} className={classes.groupName}>
        {t.groups[name]}
      </div>
      {children}
    </div>
  );
}

function EntryLink({ entry: { page, to, needs }, onChosen }: { entry: Entry; onChosen: () => void }) {
  const t = useTexts(texts);
  const { access } = useMe();
  const look = { label: t.pages[page], leftSection: <Icon name={page} />, className: classes.entry ?? '' };
  return !needs || access.includes(needs) ? (
    <MenuLink
      to={to}
      activeOptions={{ exact: to === '/' }}
      activeProps={{ active: true }}
      onClick={onChosen}
      {...look}
    />
  ) : (
    // Not faded as Mantine's disabled links are, so that the reason is readable.
    <NavLink component="button" disabled aria-disabled opacity={1} c="dimmed" description={t.needs[needs]} {...look} />
  );
}
