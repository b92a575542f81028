import type { Uuid } from '../../values/uuid.ts';

/** The rows of each organization, in the order of their ids: every process locks in this order. */
export const byOrganization = <Row extends { organizationId: Uuid }>(rows: Row[]): [Uuid, Row[]][] =>
  [...Map.groupBy(rows, ({ organizationId }) => organizationId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
