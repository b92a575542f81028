/** The search parameters of a list. Others are dropped. */
export interface ListSearch {
  page?: number;
  q?: string;
  event_id?: string;
}

/** Fields of a search that change; undefined removes one. */
export type Change<Search> = { [Name in keyof Search]?: Search[Name] | undefined };

/** Whether a list shows only a part of what there is. */
export const isFiltered = ({ page: _page, ...filters }: { page?: number }): boolean =>
  Object.values(filters).some((value) => value !== undefined);

export function listSearch({ page, q, event_id: eventId }: Record<string, unknown>): ListSearch {
  return {
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(typeof eventId === 'string' ? { event_id: eventId } : {}),
  };
}
