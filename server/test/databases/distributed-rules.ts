import { PLACEMENT } from '../../src/schema/placement.ts';
import { ofChange } from './change-rules.ts';
import { type Level, levelsOf, type NamedTable, nodesOf } from './parsed-statement.ts';

const distributed = new Set<string>(PLACEMENT.distributed);
const local = new Set<string>(PLACEMENT.local);
const isDistributed = ({ name }: NamedTable) => distributed.has(name);

/**
 * The rules that a statement breaks which could not run on Citus, where the tables of an organization are together on
 * one node: see CONTRIBUTING.md. A statement belongs to one organization, and then each of its levels names it, or it
 * reads all organizations, and then it locks and changes nothing.
 */
export function brokenRules(text: string): string[] {
  const levels = levelsOf(text);
  if (!levels.some(({ tables }) => tables.some(isDistributed))) return [];
  const readsAll = levels.every((level) => !isWrite(level) && !level.fields.lockingClause && !namesOne(level));
  const broken = [
    ...levels.flatMap(readsAll ? ofAll : ofOne),
    ...(readsAll && levels.some(isRecursive) ? ['recursive over all organizations'] : []),
    ...readBack(levels),
    ...levels.flatMap((level) => [
      ...(level.tables.some(isDistributed) ? ofChange(level) : []),
      ...emptyExists(level),
      ...leftJoinOfParameter(level),
      ...placedApart(level),
    ]),
  ];
  return [...new Set(broken)];
}

const isRecursive = ({ fields }: Level) =>
  Boolean((fields.withClause as { recursive?: boolean } | undefined)?.recursive);
const isWrite = ({ kind }: Level) => kind !== 'SelectStmt';
const given = (level: Level) => new Set(classesOf(level).flatMap(({ isGiven, aliases }) => (isGiven ? aliases : [])));
const namesOne = (level: Level) => level.tables.some((table) => isDistributed(table) && given(level).has(table.alias));

/**
 * Each distributed table of a level is compared with the organization, itself or with another table of the same level.
 */
function ofOne(level: Level): string[] {
  if (level.kind === 'MergeStmt') return ['merge'];
  const compared = given(level);
  return level.tables
    .filter((table) => isDistributed(table) && !compared.has(table.alias))
    .filter((table) => !(level.kind === 'InsertStmt' && table.isChanged && insertsIntoOne(level)))
    .map(({ name, alias }) => `${alias === name ? name : `${name} ${alias}`}: organization_id is not compared`);
}

/**
 * In a read of all organizations, tables are joined on the organization: with each other, and with a distributed table
 * outside if the level is repeated for its rows.
 */
function ofAll(level: Level): string[] {
  const own = level.tables.filter(isDistributed);
  const [first] = own;
  if (!first) return [];
  const inCommon = classesOf(level).find(({ aliases }) => own.every(({ alias }) => aliases.includes(alias)));
  if (!inCommon) return [`${own.map(({ name }) => name).join()}: not joined on organization_id`];
  const rows = level.outer ? functionsIn(level.outer).find((alias) => refersTo(level, alias)) : undefined;
  if (rows) return [`${first.name}: looked up for each row of ${rows}, and not in its organization`];
  const around = level.outer ? [...tablesAround(level.outer)] : [];
  const repeatedFor = around.filter(({ alias }) => refersTo(level, alias));
  return repeatedFor.length === 0 ||
    repeatedFor.some((table) => isDistributed(table) && inCommon.aliases.includes(table.alias))
    ? []
    : [`${first.name}: looked up for each row of ${repeatedFor[0]?.name}, and not in its organization`];
}

/** The aliases of functions in a `from` list, such as that of `unnest($1) as r`. */
const functionsIn = ({ fields }: Level) =>
  nodesOf(fields.fromClause, 'RangeFunction').flatMap(
    ({ alias }) => (alias as { aliasname?: string } | undefined)?.aliasname ?? [],
  );

const refersTo = ({ fields, tables }: Level, outside: string) =>
  !tables.some(({ alias }) => alias === outside) &&
  nodesOf(fields, 'ColumnRef').some(({ fields: names }) => {
    const [alias, column] = names as { String?: { sval?: string } }[];
    return column !== undefined && alias?.String?.sval === outside;
  });

function* tablesAround(level: Level): Generator<NamedTable> {
  yield* level.tables;
  if (level.outer) yield* tablesAround(level.outer);
}

interface Class {
  aliases: string[];
  isGiven: boolean;
}

/** Tables whose organization is the same, and whether it is a parameter. */
function classesOf(level: Level): Class[] {
  const classes = new Map<string, Class>(
    level.tables.map(({ alias }) => [alias, { aliases: [alias], isGiven: false }]),
  );
  for (const { node, only } of level.conditions)
    for (const [left, right] of equalities(node)) {
      const one = organizationOf(left, level);
      const other = organizationOf(right, level);
      const mine = one ?? other;
      if (one && other) unite(classes, one, other);
      else if (mine && isGivenValue(one ? right : left) && (!only || only.includes(mine))) {
        const found = classes.get(mine);
        if (found) found.isGiven = true;
      }
    }
  return [...new Set(classes.values())];
}

function unite(classes: Map<string, Class>, one: string, other: string) {
  const left = classes.get(one) ?? { aliases: [one], isGiven: false };
  const right = classes.get(other) ?? { aliases: [other], isGiven: false };
  if (left === right) return;
  const both = { aliases: [...left.aliases, ...right.aliases], isGiven: left.isGiven || right.isGiven };
  for (const alias of both.aliases) classes.set(alias, both);
}

type Parts = Record<string, unknown>;
const part = (node: unknown, kind: string) => (node as Record<string, Parts> | undefined)?.[kind];

/** Pairs that are equal: `a = b`, and each of `(a, b) = (c, d)`. */
function equalities(node: unknown): [unknown, unknown][] {
  const equal = (node as { equal?: [string, string] }).equal;
  if (equal) return [[columnOf(equal[0]), columnOf(equal[1])]];
  const expression = part(node, 'A_Expr');
  const [operator] = (expression?.name ?? []) as { String?: { sval?: string } }[];
  if (expression?.kind !== 'AEXPR_OP' || operator?.String?.sval !== '=') return [];
  const left = part(expression.lexpr, 'RowExpr')?.args as unknown[] | undefined;
  const right = part(expression.rexpr, 'RowExpr')?.args as unknown[] | undefined;
  return left && right ? left.map((item, place) => [item, right[place]]) : [[expression.lexpr, expression.rexpr]];
}

const columnOf = (alias: string) => ({
  ColumnRef: { fields: [{ String: { sval: alias } }, { String: { sval: 'organization_id' } }] },
});

/** The alias whose `organization_id` this is. Without an alias it is that of the only table. */
function organizationOf(node: unknown, { tables }: Level): string | undefined {
  const names = ((part(node, 'ColumnRef')?.fields ?? []) as { String?: { sval?: string } }[]).map(
    (field) => field.String?.sval,
  );
  if (names.at(-1) !== 'organization_id') return undefined;
  return names.length > 1 ? names.at(-2) : tables.length === 1 ? tables[0]?.alias : undefined;
}

function isGivenValue(node: unknown): boolean {
  const cast = part(node, 'TypeCast');
  return cast ? isGivenValue(cast.arg) : Boolean(part(node, 'ParamRef') ?? part(node, 'A_Const'));
}

/** The inserted organization is a parameter, or that of a table of the select, which is judged by itself. */
function insertsIntoOne({ fields }: Level): boolean {
  const place = ((fields.cols ?? []) as { ResTarget?: { name?: string } }[]).findIndex(
    ({ ResTarget: column }) => column?.name === 'organization_id',
  );
  const select = part(fields.selectStmt, 'SelectStmt');
  const lists = (select?.valuesLists ?? []) as { List?: { items?: unknown[] } }[];
  const values = lists.length > 0 ? lists.map(({ List: row }) => row?.items?.[place]) : [target(select, place)];
  return place >= 0 && values.every((value) => isGivenValue(value) || isOrganization(value));
}

const target = (select: Parts | undefined, place: number) =>
  ((select?.targetList ?? []) as { ResTarget?: { val?: unknown } }[])[place]?.ResTarget?.val;
const isOrganization = (node: unknown) =>
  (part(node, 'ColumnRef')?.fields as { String?: { sval?: string } }[] | undefined)?.at(-1)?.String?.sval ===
  'organization_id';

/** Rows that one part of a statement changes do not get to another part. */
function readBack(levels: Level[]): string[] {
  const changing = levels.flatMap(({ cte, kind }) => (cte && kind !== 'SelectStmt' ? [cte] : []));
  return changing
    .filter((cte) => levels.some(({ readCtes }) => readCtes.includes(cte)))
    .map((cte) => `${cte}: rows of a change are read by another part`);
}

function emptyExists({ fields }: Level): string[] {
  return nodesOf(fields, 'SubLink').some(
    ({ subLinkType, subselect }) => subLinkType === 'EXISTS_SUBLINK' && !part(subselect, 'SelectStmt')?.targetList,
  )
    ? ['exists: selects no column']
    : [];
}

/** `left join … and t.id = $1`: where the parameter is null, Citus sees a join that names no organization. */
function leftJoinOfParameter({ fields }: Level): string[] {
  const conditions = nodesOf(fields, 'JoinExpr').flatMap(({ jointype, quals }) =>
    jointype === 'JOIN_LEFT' ? nodesOf(quals, 'A_Expr') : [],
  );
  const compared = conditions
    .flatMap((condition) => equalities({ A_Expr: condition }))
    .filter((sides) => nodesOf(sides, 'ParamRef').length > 0 && !sides.some(isOrganization));
  return compared.length > 0 ? ['left join: compared with a parameter, which may be null'] : [];
}

/** Local and reference tables are not changed by what distributed tables have. */
function placedApart(level: Level): string[] {
  const changed = level.tables.find(({ isChanged }) => isChanged);
  const together = level.tables.some(isDistributed) ? level.tables.filter(({ name }) => local.has(name)) : [];
  const reads = level.tables.filter((table) => isDistributed(table) && !table.isChanged);
  return [
    ...together.map(({ name }) => `${name}: a local table beside a distributed one`),
    ...(changed && !isDistributed(changed) && reads.length > 0
      ? [`${changed.name}: changed by rows of ${reads[0]?.name}`]
      : []),
  ];
}
