import { dateSearch } from '../../table/date-search.ts';
import { listSearch } from '../../table/list-search.ts';

export interface AuditLogSearch {
  page?: number;
  from?: string;
  to?: string;
  action?: string;
  actor_id?: string;
}

const ACTION = /^[a-z_]+\.[a-z_]+$/;

export function auditLogSearch(address: Record<string, unknown>): AuditLogSearch {
  const textOf = (value: unknown, format: RegExp) =>
    typeof value === 'string' && format.test(value) ? value : undefined;
  return {
    page: listSearch(address).page,
    from: dateSearch(address.from),
    to: dateSearch(address.to),
    action: textOf(address.action, ACTION),
    actor_id: textOf(address.actor_id, /^[\da-f-]{36}$/),
  };
}
