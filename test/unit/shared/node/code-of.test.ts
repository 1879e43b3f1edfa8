import { describe, expect, it } from 'vitest';
import { codeOf } from '#shared/node/code-of.ts';

const coded = (code: unknown, more: ErrorOptions = {}): Error => Object.assign(new Error('x', more), { code });

describe('the code of an error', () => {
  it.each([
    ['its own', coded('EACCES'), 'EACCES'],
    ['that of its cause, which says more', coded('ERR_OUTER', { cause: coded('ECONNREFUSED') }), 'ECONNREFUSED'],
    ['its own where the cause has none', coded('EACCES', { cause: new Error('y') }), 'EACCES'],
    ['that of the first of several', new AggregateError([coded('ETIMEDOUT'), coded('ENETUNREACH')]), 'ETIMEDOUT'],
  ])('is %s', (_, error, code) => {
    expect(codeOf(error)).toBe(code);
  });

  it.each([
    ['an error without one', new Error('x')],
    ['a code that is a number', coded(5)],
    ['no error', { code: 'EACCES' }],
    ['nothing', null],
  ])('is UNKNOWN of %s', (_, error) => {
    expect(codeOf(error)).toBe('UNKNOWN');
  });
});
