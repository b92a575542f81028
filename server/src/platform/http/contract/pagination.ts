import assert from 'node:assert';
import { Type } from 'typebox';
import { LongCount } from './fields.ts';
import { Model } from './models.ts';

export interface Page {
  page: number;
  perPage: number;
}

/** Beyond any list: a page may be any integer, but `offset` must fit SQL's type. */
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

export const PageMeta = Model('PageMeta', 'Which page of a list this is.', {
  page: LongCount('This page, from 1.'),
  per_page: Type.Integer({ description: 'Entries per page.' }),
  total: LongCount('Entries on all pages.'),
  total_pages: LongCount(),
  has_more: Type.Boolean({ description: 'true when further pages exist' }),
});

export function pageMeta({ page, perPage }: Page, total: number) {
  const totalPages = Math.ceil(total / perPage);
  return { page, per_page: perPage, total, total_pages: totalPages, has_more: page < totalPages };
}
