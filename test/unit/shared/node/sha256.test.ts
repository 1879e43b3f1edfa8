import { describe, expect, it } from 'vitest';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

describe('nodeSha256', () => {
  it('hashes the parts as if they were one', () => {
    const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hex(nodeSha256([utf8('abc')]))).toBe(known);
    expect(hex(nodeSha256([utf8('a'), utf8(''), utf8('bc')]))).toBe(known);
  });
});
