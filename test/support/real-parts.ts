import { afterAll, beforeAll } from 'vitest';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';

/** Sandbox and relay as separate programs, for all tests of the calling file. They are ready once the tests begin. */
export function realParts(): () => Parts {
  let parts: Parts | null = null;
  beforeAll(async () => {
    parts = await startParts();
  });
  afterAll(() => parts?.stop());
  return () => {
    if (parts === null) throw new Error('not before the tests begin');
    return parts;
  };
}
