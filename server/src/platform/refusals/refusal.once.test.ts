import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import {
  badRequest,
  conflict,
  declareRefusals,
  notFound,
  RetryAfter,
  unauthorized,
  unavailable,
} from './declare-refusals.ts';
import { Refusal } from './refusal.ts';

const why = { cause: 'It was.', remedy: 'Wait.' };
const refusals = declareRefusals({
  show_not_found: notFound('Show'),
  gone: conflict({ en: 'Gone', temporary: true, ...why }),
  few_left: conflict({
    facts: { left: Type.Integer(), hall: Type.Optional(Type.String()) },
    en: ({ left }) => `Only ${left} left`,
    fil: ({ left }) => `${left} na lang`,
    ...why,
  }),
  too_late: badRequest({
    facts: { field: Type.String(), by: Type.Integer() },
    en: ({ field, by }) => `${field} is ${by} late`,
    ...why,
  }),
  bad_name: badRequest({ field: 'name', en: 'name is bad', ...why }),
  busy: unavailable({ facts: RetryAfter, en: 'Busy', ...why }),
  unknown_key: unauthorized({ en: 'Unknown', ...why }),
});

describe('a refusal', () => {
  test('has its declared code, status and message', () => {
    expect(refusals.show_not_found()).toMatchObject({ code: 'show_not_found', status: 404, message: 'Show not found' });
    expect(refusals.gone()).toMatchObject({ code: 'gone', status: 409, message: 'Gone', temporary: true });
    expect(refusals.gone()).toBeInstanceOf(Refusal);
  });

  test('has its facts as details, except the field', () => {
    expect(refusals.few_left({ left: 3 })).toMatchObject({
      message: 'Only 3 left',
      details: { left: 3 },
      temporary: false,
    });
    expect(refusals.too_late({ field: 'ends', by: 2 })).toMatchObject({
      message: 'ends is 2 late',
      field: 'ends',
      details: { by: 2 },
    });
    expect(refusals.bad_name()).toMatchObject({ field: 'name', details: undefined });
    expect(refusals.gone()).toMatchObject({ field: undefined, details: undefined });
  });

  test('has a message in each declared language', () => {
    expect(refusals.few_left({ left: 3 }).in('fil')).toBe('3 na lang');
    expect(refusals.few_left({ left: 3 }).in('en')).toBe('Only 3 left');
    expect(refusals.gone().in('fil')).toBeUndefined();
  });

  test('sets the WWW-Authenticate and Retry-After headers', () => {
    expect(refusals.unknown_key().headers).toEqual({ 'www-authenticate': 'Bearer' });
    expect(refusals.busy({ retry_after_seconds: 7 })).toMatchObject({
      headers: { 'retry-after': '7' },
      details: { retry_after_seconds: 7 },
    });
    expect(refusals.gone().headers).toEqual({});
  });

  test('is recognized by its declaration', () => {
    expect(refusals.gone.is(refusals.gone())).toBe(true);
    expect(refusals.gone.is(refusals.few_left({ left: 0 }))).toBe(false);
    expect(refusals.gone.is(new Error('Gone'))).toBe(false);
    expect(refusals.gone.is(undefined)).toBe(false);
  });

  test('does not compile with a wrong code or wrong facts', () => {
    const wrong = () => [
      // @ts-expect-error it is not declared
      refusals.never_declared(),
      // @ts-expect-error the fact is missing
      refusals.few_left(),
      // @ts-expect-error it has another fact
      refusals.few_left({ right: 3 }),
      // @ts-expect-error the fact has another type
      refusals.few_left({ left: '3' }),
      // @ts-expect-error it has no facts
      refusals.gone({ left: 3 }),
      // @ts-expect-error the field is missing
      refusals.too_late({ by: 3 }),
    ];
    expect(wrong).toThrow();
  });
});
