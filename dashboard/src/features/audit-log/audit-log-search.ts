import { listSearch } from '../../table/list-search.ts';
import { type RangeSearch, rangeSearch } from '../../table/range-search.ts';

export interface AuditLogSearch extends RangeSearch {
  page?: number;
  action?: string;
  actor_id?: string;
}

const ACTION = /^[a-z_]+\.[a-z_]+$/;

export function auditLogSearch(address: Record<string, unknown>): AuditLogSearch {
  const textOf = (value: unknown, format: RegExp) =>
    typeof value === 'string' && format.test(value) ? value : undefined;
  return {
    page: listSearch(address).page,
    ...rangeSearch(address),
    action: textOf(address.action, ACTION),
    actor_id: textOf(address.actor_id, /^[\da-f-]{36}$/),
  };
}
