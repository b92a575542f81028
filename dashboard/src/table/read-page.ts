interface Page {
  meta: { total_pages: number };
}

/**
 * Reads a page of a list; the last page when the list has become shorter, because the last row of this one was deleted.
 */
export async function readPage<Data extends Page>(
  { page = 1, perPage }: { page?: number | undefined; perPage: number },
  read: (query: { page: number; per_page: number }) => Promise<Data>,
): Promise<Data> {
  const data = await read({ page, per_page: perPage });
  const last = Math.max(1, data.meta.total_pages);
  return page > last ? read({ page: last, per_page: perPage }) : data;
}
