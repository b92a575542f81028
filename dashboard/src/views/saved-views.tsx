import { Button, Menu } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTexts } from '../language/language.tsx';
import { useMe } from '../session/me.ts';
import { Icon } from '../shell/icon.tsx';
import { texts } from './texts.ts';
import { MAX_VIEWS, renamed, type View, viewsFrom, withoutView, withView } from './views.ts';

// Most visits choose a view, and change none.
const SaveViewDialog = lazy(() =>
  import('./save-view-dialog.tsx').then(({ SaveViewDialog }) => ({ default: SaveViewDialog })),
);
const EditViewsDialog = lazy(() =>
  import('./edit-views-dialog.tsx').then(({ EditViewsDialog }) => ({ default: EditViewsDialog })),
);

interface SavedViewsProps<Search> {
  list: 'orders' | 'attendees';
  /** The filter of now. */
  search: Search;
  onChoose: (search: Search) => void;
}

/** Filters that the person keeps under names, in this browser, for each organization. */
export function SavedViews<Search extends object>({ list, search, onChoose }: SavedViewsProps<Search>) {
  const t = useTexts(texts);
  const { user, organization } = useMe();
  const [kept, keep] = useLocalStorage<unknown>({
    key: `takilya-views ${organization.id} ${user.id} ${list}`,
    defaultValue: [],
    // The first page shows the names at once.
    getInitialValueInEffect: false,
  });
  const [saving, save] = useDisclosure();
  const [editing, edit] = useDisclosure();
  const views: View<Search>[] = viewsFrom(kept);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" />}>
            {t.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.name} onClick={() => onChoose(view.search)}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 ? <Menu.Divider /> : null}
          <Menu.Item disabled={views.length >= MAX_VIEWS} onClick={save.open}>
            {t.save}
          </Menu.Item>
          <Menu.Item disabled={views.length === 0} onClick={edit.open}>
            {t.edit}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {saving ? (
          <SaveViewDialog
            taken={views.map(({ name }) => name)}
            onSave={(name) => keep((before: unknown) => withView(viewsFrom<Search>(before), { name, search }))}
            onClose={save.close}
          />
        ) : null}
        {editing ? (
          <EditViewsDialog
            names={views.map(({ name }) => name)}
            onRename={(to) => keep((before: unknown) => renamed(viewsFrom(before), to))}
            onDelete={(name) => keep((before: unknown) => withoutView(viewsFrom(before), name))}
            onClose={edit.close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
