import { type Json, mapObjects } from './map-objects.ts';

interface Parameter {
  name: string;
  required?: boolean;
}

/** A parameter of fewer operations stays inline. */
const MIN_USES = 3;

/**
 * Writes parameters that several operations share once, under `components.parameters`. If several have the same name,
 * the most used one is shared.
 */
export function shareParameters<Described>(described: Described) {
  const uses = new Map<string, number>();
  const plain = mapObjects(described, (node) => (isParameter(node) ? count(withoutDefault(node)) : node));
  const shared: Record<string, Json> = {};
  for (const [text, count] of [...uses].toSorted(([, one], [, other]) => other - one)) {
    const parameter = JSON.parse(text);
    if (count >= MIN_USES) shared[keyOf(parameter)] ??= parameter;
  }
  return {
    parameters: shared,
    described: mapObjects(plain, (node) =>
      isParameter(node) && JSON.stringify(node) === JSON.stringify(shared[keyOf(node)])
        ? { $ref: `#/components/parameters/${keyOf(node)}` }
        : node,
    ),
  };

  function count(parameter: Json): Json {
    const text = JSON.stringify(parameter);
    uses.set(text, (uses.get(text) ?? 0) + 1);
    return parameter;
  }
}

const isParameter = (node: object): node is Json & Parameter =>
  'in' in node && typeof node.in === 'string' && 'name' in node && typeof node.name === 'string';

/** `required: false` is the default and is omitted. */
const withoutDefault = ({ required, ...parameter }: Parameter): Json => ({
  ...parameter,
  ...(required ? { required } : {}),
});

/** `event_id` → `EventId`, `Idempotency-Key` → `IdempotencyKey` */
const keyOf = ({ name }: Parameter) => name.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase());
