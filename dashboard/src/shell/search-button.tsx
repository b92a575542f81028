import { Button, Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/me.ts';
import { Icon } from './icon.tsx';
import classes from './shell.module.css';
import { texts } from './texts.ts';
import { unlessInDialog } from './unless-in-dialog.ts';

const SearchDialog = lazy(() =>
  import('../features/search/search-dialog.tsx').then(({ SearchDialog }) => ({ default: SearchDialog })),
);

/** Opens the search, as Ctrl+K (⌘K on a Mac) does on every page. */
export function SearchButton({ onOpened }: { onOpened: () => void }) {
  const t = useTexts(texts);
  const mayRead = useMay('read');
  const [opened, { open, close }] = useDisclosure();
  const show = () => {
    onOpened();
    open();
  };
  useHotkeys(mayRead ? [['mod+K', unlessInDialog(show)]] : [], []);
  if (!mayRead) return null;
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mb="sm"
        className={classes.search ?? ''}
        leftSection={<Icon name="search" size={16} />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={show}
      >
        {t.search}
      </Button>
      {opened ? (
        <Suspense>
          <SearchDialog onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
