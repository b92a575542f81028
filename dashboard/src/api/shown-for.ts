/** The person and the organization that this tab shows; null before it knows them. */
let shownFor: string | null = null;

interface Shown {
  user: { id: string };
  organization: { id: string };
}

export function showFor(me: Shown | null) {
  shownFor = me && `${me.organization.id} ${me.user.id}`;
}

/**
 * Tells the server whom this tab shows. The server refuses the request if another tab has changed the session since.
 */
export function nameShown(request: Request) {
  if (shownFor !== null) request.headers.set('x-shown-for', shownFor);
}

/** An address that the browser requests itself: a stream, a download, a frame. It sends no header of ours there. */
export function shownAddress(path: string, query: Record<string, string> = {}) {
  return `${path}?${new URLSearchParams({ ...query, ...(shownFor === null ? {} : { shown_for: shownFor }) })}`;
}
