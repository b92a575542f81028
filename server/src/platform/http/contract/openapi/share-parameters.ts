import { type Json, mapObjects } from './map-objects.ts';

interface Parameter {
  name: string;
  required?: boolean;
}

/** A parameter that fewer operations have stays with them. */
const LEAST_USES = 3;

/**
 * Parameters that several operations share, written once under `components.parameters`. Of those with the same name the one
 * that most operations have is shared.
 */
export function shareParameters<Described>(described: Described) {
  const uses = new Map<string, number>();
  const plain = mapObjects(described, (node) => (isParameter(node) ? counted(withoutDefault(node)) : node));
  const shared: Record<string, Json> = {};
  for (const [text, count] of [...uses].toSorted(([, one], [, other]) => other - one)) {
    const parameter = JSON.parse(text);
    if (count >= LEAST_USES) shared[keyOf(parameter)] ??= parameter;
  }
  return {
    parameters: shared,
    described: mapObjects(plain, (node) =>
      isParameter(node) && JSON.stringify(node) === JSON.stringify(shared[keyOf(node)])
        ? { $ref: `#/components/parameters/${keyOf(node)}` }
        : node,
    ),
  };

  function counted(parameter: Json): Json {
    const text = JSON.stringify(parameter);
    uses.set(text, (uses.get(text) ?? 0) + 1);
    return parameter;
  }
}

const isParameter = (node: object): node is Json & Parameter =>
  'in' in node && typeof node.in === 'string' && 'name' in node && typeof node.name === 'string';

/** `required: false` is what a parameter is that says nothing. */
const withoutDefault = ({ required, ...parameter }: Parameter): Json => ({
  ...parameter,
  ...(required ? { required } : {}),
});

/** `event_id` → `EventId`, `Idempotency-Key` → `IdempotencyKey` */
const keyOf = ({ name }: Parameter) => name.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase());
