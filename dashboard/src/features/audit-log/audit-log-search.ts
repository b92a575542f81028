import { listSearch } from '../../table/list-search.ts';

export interface AuditLogSearch {
  page?: number;
  from?: string;
  to?: string;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

export function auditLogSearch(address: Record<string, unknown>): AuditLogSearch {
  const dateOf = (value: unknown) => (typeof value === 'string' && DATE.test(value) ? value : undefined);
  return { page: listSearch(address).page, from: dateOf(address.from), to: dateOf(address.to) };
}
