export type Json = Record<string, unknown>;

/** Rebuilds a tree from its leaves up: `change` gets each object after everything in it was changed. */
export function mapObjects<Tree>(tree: Tree, change: (node: Json) => unknown): Tree {
  return visit(tree) as Tree;

  function visit(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return change(Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)])));
  }
}
