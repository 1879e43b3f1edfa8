import { describe, expect, it } from 'vitest';
import { nodeRandom } from '#shared/node/random.ts';

describe('nodeRandom', () => {
  it('gives as many bytes as asked for, other ones each time', () => {
    const random = nodeRandom();
    expect(random.bytes(32)).toHaveLength(32);
    expect(random.bytes(32)).not.toEqual(random.bytes(32));
  });

  it('gives version 4 UUIDs in lower case and fractions below one', () => {
    expect(nodeRandom().uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(nodeRandom().fraction()).toBeLessThan(1);
  });
});
