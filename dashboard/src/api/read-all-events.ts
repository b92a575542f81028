import { type api, dataOf } from './client.ts';

/** The largest page of this list. */
const MAX_PER_PAGE = 50;

/** All events, in any status. */
export async function readAllEvents(client: typeof api) {
  const read = (page: number) =>
    dataOf(client.GET('/events', { params: { query: { any_status: true, page, per_page: MAX_PER_PAGE } } }));
  const first = await read(1);
  const others = await Promise.all(Array.from({ length: first.meta.total_pages - 1 }, (_, index) => read(index + 2)));
  return [first, ...others].flatMap(({ events }) => events);
}
