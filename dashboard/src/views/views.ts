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

/** Another view that has the new name already gives way. */
export const renamed = <Search>(views: View<Search>[], name: string, to: string): View<Search>[] =>
  views.flatMap((view) => (view.name === name ? { ...view, name: to } : view.name === to ? [] : view));

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
