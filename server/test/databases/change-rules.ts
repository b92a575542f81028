import { type Level, nodesOf } from './parsed-statement.ts';

/**
 * Functions that a change may call with a column. Arithmetic with intervals is not immutable, because of time zones.
 */
const IMMUTABLE = new Set([
  'array_append',
  'array_prepend',
  'array_cat',
  'lower',
  'power',
  'cardinality',
  'abs',
  'regexp_replace',
]);

/** How all columns of times are named. Adding to a time is not immutable, because of time zones. */
export const TIME_COLUMN = /(?:^|_)(?:at|until|since|before|datetime|start|end)$/;

/** These may not be called with values alone, either. */
const VOLATILE = new Set(['gen_random_uuid', 'random', 'clock_timestamp']);

/**
 * Rules for a level that changes a distributed table. Citus computes its values and its condition before it knows the
 * rows, or has the node compute them; it refuses what could then differ, such as sums of times, whose time zone it does
 * not know.
 */
export function ofChange(level: Level): string[] {
  const { kind, fields } = level;
  if (kind === 'SelectStmt') return [];
  const conflict = computed('on conflict', fields.onConflictClause);
  if (kind === 'InsertStmt') return [...conflict, ...subscript(level)];
  return [
    ...subscript(level),
    ...simpleCase(level),
    ...computed('set', fields.targetList),
    ...computed('where', fields.whereClause),
    ...computed('returning', fields.returningClause),
  ];
}

/** A parameter's element, as in `set a = ($1::int[])[2]`. */
function subscript({ fields }: Level): string[] {
  return nodesOf([fields.targetList, fields.onConflictClause], 'A_Indirection').some(
    ({ arg, indirection }) => nodesOf(indirection, 'A_Indices').length > 0 && nodesOf(arg, 'ParamRef').length > 0,
  )
    ? ['set: the element of a parameter']
    : [];
}

/** `case a when 1`, which a node gets as `case a when a = 1`. */
const simpleCase = ({ fields }: Level): string[] =>
  nodesOf(fields.targetList, 'CaseExpr').some(({ arg }) => arg !== undefined) ? ['set: case with a subject'] : [];

/** What is computed of columns is immutable, and so is whatever a conflict, `case` and `coalesce` may leave out. */
function computed(clause: string, node: unknown): string[] {
  const lazy = [nodesOf(node, 'CaseExpr'), nodesOf(node, 'CoalesceExpr'), clause === 'on conflict' ? node : []];
  const lazyCalls = new Set(nodesOf(lazy, 'FuncCall'));
  const calls = nodesOf(node, 'FuncCall').flatMap((call) => {
    const name = lastName(call.funcname);
    if (VOLATILE.has(name)) return [`${clause}: ${name} has another value each time`];
    const isFree = !lazyCalls.has(call) && nodesOf(call.args, 'ColumnRef').length === 0;
    return isFree || IMMUTABLE.has(name) ? [] : [`${clause}: ${name} is not known to be immutable`];
  });
  const sums = nodesOf(node, 'A_Expr').filter(({ name }) => ['+', '-'].includes(lastName(name)));
  const times = nodesOf(sums, 'ColumnRef').map(({ fields }) => lastName(fields));
  const intervals = nodesOf(lazy, 'TypeCast').filter(
    ({ typeName }) => lastName((typeName as Names).names) === 'interval',
  );
  return [
    ...calls,
    ...[...new Set(times.filter((name) => TIME_COLUMN.test(name)))].map(
      (name) => `${clause}: a sum with the time ${name}`,
    ),
    ...intervals.map(() => `${clause}: interval is not known to be immutable`),
  ];
}

interface Names {
  names?: unknown;
}

/** The last part of `pg_catalog.interval`, or of `e.id`. */
const lastName = (names: unknown): string =>
  ((names ?? []) as { String?: { sval?: string } }[]).at(-1)?.String?.sval ?? '';
