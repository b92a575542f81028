import assert from 'node:assert';
import { Type } from 'typebox';

export interface Page {
  page: number;
  perPage: number;
}

/** Past every list that we can hold: a page may be any integer, and `offset` must be one of SQL's. */
const MAX_OFFSET = 1_000_000_000;

export const PageQuery = (defaultPerPage: number, maxPerPage: number) => ({
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPerPage, default: defaultPerPage })),
});

export function pageFrom({ page, per_page: perPage }: { page?: number; per_page?: number }): Page {
  assert(page !== undefined && perPage !== undefined, 'validation fills the defaults in');
  return { page, perPage };
}

export const offset = ({ page, perPage }: Page) => Math.min((page - 1) * perPage, MAX_OFFSET);

export const PageMeta = Type.Object({
  page: Type.Integer(),
  per_page: Type.Integer(),
  total: Type.Integer(),
  total_pages: Type.Integer(),
  has_more: Type.Boolean({ description: 'true when further pages exist' }),
});

export function pageMeta({ page, perPage }: Page, total: number) {
  const totalPages = Math.ceil(total / perPage);
  return { page, per_page: perPage, total, total_pages: totalPages, has_more: page < totalPages };
}
