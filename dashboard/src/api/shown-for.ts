/** Where the tab keeps its organization, to show it again when it is loaded anew. */
const KEPT = 'takilya.organization';

/** The organization and the person that this tab shows; null before it knows them. */
let shownFor: string | null = null;

interface Shown {
  user: { id: string };
  organization: { id: string };
}

export function showFor(me: Shown | null) {
  shownFor = me && `${me.organization.id} ${me.user.id}`;
  if (me) sessionStorage.setItem(KEPT, me.organization.id);
}

/**
 * Before the tab knows whom it shows: the organization that it showed last. The person who is logged in now need not be
 * a member of it.
 */
export const keptOrganization = (): string | null => (shownFor === null ? sessionStorage.getItem(KEPT) : null);

/** Until the person is known. */
export function showOrganization(id: string) {
  shownFor = id;
}

/** Tells the server whom this tab shows: all tabs have one session, and the request is for what this one shows. */
export function nameShown(request: Request) {
  if (shownFor !== null) request.headers.set('x-shown-for', shownFor);
}

/** An address that the browser requests itself: a stream, a download, a frame. It sends no header of ours there. */
export function shownAddress(path: string, query: Record<string, string> = {}) {
  return `${path}?${new URLSearchParams({ ...query, ...(shownFor === null ? {} : { shown_for: shownFor }) })}`;
}
