import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { nullable } from '../fields.ts';
import { described, Enum, Model } from '../models.ts';
import { hoistModels } from './hoist-models.ts';

const Status = Enum('Status', 'Its state.', ['on', 'sold_out']);
const Seat = Model('Seat', 'A chair.', { label: Type.String(), status: Status });

test('a named schema is written once and referenced everywhere, in other models too', () => {
  const { described: found, schemas } = hoistModels({ one: Seat, many: { type: 'array', items: Seat } });
  const seat = { $ref: '#/components/schemas/Seat' };
  expect(found).toEqual({ one: seat, many: { type: 'array', items: seat } });
  expect(schemas).toEqual({
    Seat: {
      description: 'A chair.',
      type: 'object',
      required: ['label', 'status'],
      properties: { label: { type: 'string' }, status: { $ref: '#/components/schemas/Status' } },
    },
    Status: {
      description: 'Its state.',
      type: 'string',
      enum: ['on', 'sold_out'],
      'x-enum-varnames': ['STATUS_ON', 'STATUS_SOLD_OUT'],
    },
  });
});

test('nullable fields and fields with their own description refer to the same model', () => {
  const { described: found, schemas } = hoistModels({
    plain: Status,
    none: nullable(Status),
    more: nullable(described(Seat, 'Where the buyer sits.')),
  });
  const status = { $ref: '#/components/schemas/Status' };
  expect(found).toEqual({
    plain: status,
    none: { anyOf: [status, { type: 'null' }] },
    more: {
      anyOf: [{ $ref: '#/components/schemas/Seat' }, { type: 'null' }],
      description: 'Where the buyer sits.',
    },
  });
  expect(Object.keys(schemas)).toEqual(['Seat', 'Status']);
});

test('two different schemas with one name are rejected', () => {
  const other = Model('Seat', 'A chair.', { label: Type.Integer() });
  expect(() => hoistModels([Seat, other])).toThrow('two different schemas are called Seat');
});
