import { loadModule, type Node, parseSync } from 'libpg-query';

/** PostgreSQL's own grammar, as WebAssembly. */
await loadModule();

type Fields = Record<string, unknown>;

/** A `select`, `insert`, `update`, `delete` or `merge` of a statement: the statement itself, a CTE, a sub-select. */
export interface Level {
  kind: 'SelectStmt' | 'InsertStmt' | 'UpdateStmt' | 'DeleteStmt' | 'MergeStmt';
  fields: Fields;
  /** The level that a sub-select is in. */
  outer?: Level;
  /** The CTE that it is. */
  cte?: string;
  /** Tables in its `from` list and the table that it changes. */
  tables: NamedTable[];
  /** CTEs in its `from` list. */
  readCtes: string[];
  /** Conditions that each row meets. A condition of an outer join is one of the tables that it may leave out. */
  conditions: { node: unknown; only?: string[] }[];
}

export interface NamedTable {
  name: string;
  alias: string;
  isChanged: boolean;
}

const LEVELS = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** @returns the levels of the statements of `text`; none for other statements, such as `set local` */
export function levelsOf(text: string): Level[] {
  const levels: Level[] = [];
  for (const { stmt } of parseSync(text).stmts ?? []) visit(stmt, [], undefined, levels);
  return levels;
}

function visit(node: unknown, ctes: string[], outer: Level | undefined, levels: Level[], cte?: string): void {
  if (Array.isArray(node)) for (const item of node) visit(item, ctes, outer, levels);
  else if (node && typeof node === 'object')
    for (const [key, value] of Object.entries(node)) {
      // The two sides of a union are selects without a name.
      const kind = key === 'larg' || key === 'rarg' ? (isSelect(value) ? 'SelectStmt' : key) : key;
      if (LEVELS.has(kind)) enter(kind as Level['kind'], value as Fields, ctes, outer, levels, cte);
      else visit(value, ctes, outer, levels);
    }
}

const isSelect = (value: unknown) => typeof value === 'object' && value !== null && 'limitOption' in value;

function enter(
  kind: Level['kind'],
  fields: Fields,
  ctes: string[],
  outer: Level | undefined,
  levels: Level[],
  cte?: string,
) {
  const { withClause, ...rest } = fields;
  const known = [...ctes];
  const clause = withClause as { recursive?: boolean; ctes?: Node[] } | undefined;
  const listed = (clause?.ctes ?? []).flatMap((item) => ('CommonTableExpr' in item ? [item.CommonTableExpr] : []));
  if (clause?.recursive) known.push(...listed.map(({ ctename = '' }) => ctename));
  for (const { ctename = '', ctequery } of listed) {
    visit(ctequery, [...known], outer, levels, ctename);
    known.push(ctename);
  }
  const level: Level = { kind, fields, outer, cte, tables: [], readCtes: [], conditions: [] };
  levels.push(level);
  const { relation } = fields as { relation?: { relname?: string; alias?: { aliasname?: string } } };
  if (relation?.relname) level.tables.push(named(relation, true));
  const from = [fields.fromClause, fields.usingClause, fields.sourceRelation].flat();
  for (const item of from) read(item as Node | undefined, known, level);
  const where = (fields.whereClause ?? fields.joinCondition) as Node | undefined;
  for (const node of conjunction(where)) level.conditions.push({ node });
  visit(rest, known, level, levels);
}

const named = (
  { relname = '', alias }: { relname?: string; alias?: { aliasname?: string } },
  isChanged = false,
): NamedTable => ({ name: relname, alias: alias?.aliasname ?? relname, isChanged });

/** Adds an item of a `from` list to its level. */
function read(item: Node | undefined, ctes: string[], level: Level): void {
  if (!item) return;
  if ('RangeVar' in item) {
    const { relname = '' } = item.RangeVar;
    if (ctes.includes(relname)) level.readCtes.push(relname);
    else level.tables.push(named(item.RangeVar));
  } else if ('JoinExpr' in item) {
    const { larg, rarg, quals, usingClause, jointype } = item.JoinExpr;
    const before = level.tables.length;
    read(larg, ctes, level);
    const between = level.tables.length;
    read(rarg, ctes, level);
    const left = level.tables.slice(before, between).map(({ alias }) => alias);
    const right = level.tables.slice(between).map(({ alias }) => alias);
    const optional = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] as string[] };
    const only = optional[jointype as keyof typeof optional];
    for (const node of conjunction(quals)) level.conditions.push({ node, only });
    if (usingClause?.some((column) => 'String' in column && column.String.sval === 'organization_id'))
      for (const one of left) for (const other of right) level.conditions.push({ node: { equal: [one, other] }, only });
  }
}

function conjunction(node: Node | undefined): unknown[] {
  if (!node) return [];
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') return (node.BoolExpr.args ?? []).flatMap(conjunction);
  return [node];
}

/** Every node of this kind in `node`, not in the selects below it. */
export function nodesOf<Kind extends string>(node: unknown, kind: Kind): Fields[] {
  if (Array.isArray(node)) return node.flatMap((item) => nodesOf(item, kind));
  if (!node || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === kind ? [value as Fields] : []),
    ...(LEVELS.has(key) ? [] : nodesOf(value, kind)),
  ]);
}
