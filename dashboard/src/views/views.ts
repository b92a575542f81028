/** A filter of a list that a person keeps under a name. */
export interface View<Search> {
  name: string;
  search: Search;
}

/** More would not fit into a menu. */
export const MAX_VIEWS = 20;
/** A line of the menu. */
export const MAX_VIEW_NAME = 60;

/** A view of the same name is replaced, where it is. */
export function withView<Search>(views: View<Search>[], view: View<Search>): View<Search>[] {
  const at = views.findIndex(({ name }) => name === view.name);
  return at === -1 ? [...views, view] : views.with(at, view);
}

export const withoutView = <Search>(views: View<Search>[], name: string): View<Search>[] =>
  views.filter((view) => view.name !== name);

/**
 * All at once, so that two can swap their names. Another view that has the new name already gives way.
 * @param names the new name by the old one
 */
export function renamed<Search>(views: View<Search>[], names: ReadonlyMap<string, string>): View<Search>[] {
  const taken = new Set(names.values());
  return views
    .filter(({ name }) => names.has(name) || !taken.has(name))
    .map((view) => ({ ...view, name: names.get(view.name) ?? view.name }))
    .reduce<View<Search>[]>((kept, view) => withView(kept, view), []);
}

/** What the browser kept: anything else than a list of views is none. */
export function viewsFrom<Search>(kept: unknown): View<Search>[] {
  if (!Array.isArray(kept)) return [];
  return kept.filter(
    (view): view is View<Search> =>
      typeof view === 'object' &&
      view !== null &&
      typeof (view as Partial<View<Search>>).name === 'string' &&
      typeof (view as Partial<View<Search>>).search === 'object' &&
      (view as Partial<View<Search>>).search !== null,
  );
}
