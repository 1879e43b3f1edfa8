import { base64urlnopad } from '@scure/base';
import { assert, oneof, property, string, stringMatching, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64urlBytes } from '#shared/lib/bytes.ts';

describe('base64urlBytes', () => {
  it('reads what another one wrote, byte for byte', () => {
    assert(
      property(uint8Array({ maxLength: 600 }), (bytes) => {
        expect(base64urlBytes(base64urlnopad.encode(bytes))).toEqual(bytes);
      }),
    );
  });

  it('refuses every text that the other one refuses, and takes no other', () => {
    const near = stringMatching(/^[A-Za-z0-9_\-+/= \n.é]{0,12}$/);
    assert(
      property(oneof(near, string({ unit: 'binary', maxLength: 12 })), (text) => {
        expect(base64urlBytes(text)).toEqual(theirs(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(['A', 'AAAAA', 'AB', 'AAB', 'AA==', 'AA\n', ' AA', 'A+', 'A/', 'ÀA'])('refuses %j', (text) => {
    expect(base64urlBytes(text)).toBeNull();
  });
});

function theirs(text: string): Uint8Array | null {
  try {
    return base64urlnopad.decode(text);
  } catch {
    return null;
  }
}
