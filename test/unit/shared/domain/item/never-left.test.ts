import { describe, expect, it } from 'vitest';
import { type Failure, failureSchema } from '#shared/domain/item/failure.ts';
import { neverLeft } from '#shared/domain/item/aside.ts';

const LEFT: Readonly<Record<Failure['kind'], 'never' | 'perhaps'>> = {
  offline: 'never',
  broken: 'perhaps',
  'timed-out': 'perhaps',
  certificate: 'never',
  clock: 'never',
  proxy: 'never',
  forbidden: 'perhaps',
  service: 'perhaps',
  'not-understood': 'perhaps',
  'no-token': 'never',
  credentials: 'never',
  'no-file': 'never',
  spool: 'never',
  company: 'never',
};

describe('whether a document left this computer', () => {
  it.each(failureSchema.options.map(({ shape }) => shape.kind.value))('is known of an upload that failed for %s', (kind) => {
    expect(neverLeft(kind) ? 'never' : 'perhaps').toBe(LEFT[kind]);
  });
});
