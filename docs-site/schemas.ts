import { nameOf, type Schema } from '../scripts/openapi-document.ts';
import { Html, html } from '../server/src/platform/http/pages/html.ts';
import { renderText } from './markdown.ts';

/** A table of the fields of an object; the rules of any other schema. */
export function fieldsTable(schema: Schema): Html {
  const rows = fieldRows(schema, '');
  if (rows.length === 0) return html`<p>${typeOf(schema)}. ${rulesOf(schema)}</p>`;
  return html`<div class="scroll" role="group" aria-label="Fields" tabindex="0"><table>
<thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${rows}</tbody></table></div>`;
}

/** Fields of objects without a name follow the field that has them: `customer.email`, `items[].quantity`. */
function fieldRows({ properties = {}, required = [], items }: Schema, before: string): Html[] {
  if (items && !items.$ref) return fieldRows(items, `${before}[]`);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = before === '' ? name : `${before}.${name}`;
    const needed = required.includes(name) && html` <small>required</small>`;
    const row = html`<tr><td><code>${path}</code>${needed}</td><td>${typeOf(schema)}</td><td>${aboutField(schema)}</td></tr>\n`;
    return [row, ...fieldRows(schema, path)];
  });
}

export const aboutField = (schema: Schema) =>
  html`${schema.description && new Html(renderText(schema.description))}${rulesOf(schema)}`;

/** `string`, `array of TicketTier`, `EventStatus or null`, with links to the models on the page. */
export function typeOf(schema: Schema): Html {
  const { $ref, type, format, items, anyOf, else: other, enum: values } = schema;
  if ($ref) return html`<a href="#model-${nameOf($ref)}">${nameOf($ref)}</a>`;
  if (anyOf) return joined(anyOf.map(typeOf));
  if (other) return html`${typeOf(other)} or null`;
  const names = [type ?? (values || schema.const !== undefined ? 'string' : 'any')].flat();
  return joined(
    names.map((name) =>
      name === 'array' && items
        ? html`array of ${typeOf(items)}`
        : html`${format && name !== 'null' ? `${name}, ${format}` : name}`,
    ),
  );
}

const joined = (types: Html[]) => html`${types.map((type, index) => html`${index > 0 && ' or '}${type}`)}`;

function rulesOf(schema: Schema): Html | false {
  const { minimum: low, maximum: high, minLength: short, maxLength: long, minItems: few, maxItems: many } = schema;
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const rules = [
    values && html`One of ${joinedCodes(values.filter((value) => value !== null))}`,
    range(low, high, ''),
    range(short, long, ' characters'),
    range(few, many, ' entries'),
    schema.pattern && html`Matches <code>${schema.pattern}</code>`,
    schema.default !== undefined && html`Default <code>${JSON.stringify(schema.default)}</code>`,
  ].filter((rule) => rule instanceof Html);
  return rules.length > 0 && html`<small>${rules.map((rule, index) => html`${index > 0 && ' · '}${rule}`)}</small>`;
}

const joinedCodes = (values: unknown[]) =>
  values.map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`);

function range(from: number | undefined, to: number | undefined, unit: string): Html | false {
  if (from === undefined && to === undefined) return false;
  if (to === undefined) return html`At least ${numeral(from)}${unit}`;
  return from === undefined ? html`At most ${numeral(to)}${unit}` : html`${numeral(from)} to ${numeral(to)}${unit}`;
}
const numeral = (value = 0) => value.toLocaleString('en');
