import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '#electron/intake/inspect.ts';
import { pdfDictionary } from '#electron/intake/pdf-values.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';

const FOLDER = 'test/support/locked-pdfs';
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.pdf'));

function problemOf(bytes: Uint8Array) {
  const inspected = inspect({ name: 'a.pdf', bytes, size: bytes.byteLength }, nodeSha256);
  return inspected.kind === 'unfit' ? inspected.problem.kind : null;
}

describe('an encrypted PDF', () => {
  it('is there in every revision of the standard, open and closed', () => {
    expect(names).toHaveLength(14);
  });

  it.each(names)('%s is sent when it opens without a password, and set aside when it does not', (name) => {
    expect(problemOf(readFileSync(`${FOLDER}/${name}`))).toBe(name.startsWith('open') ? null : 'password');
  });

  it('is closed to us when it is locked in a way that is not known', () => {
    const text = readFileSync(`${FOLDER}/open-r4-aes.pdf`, 'latin1');
    expect(problemOf(Buffer.from(text.replace('/Filter /Standard', '/Filter /PubSec00'), 'latin1'))).toBe('password');
  });

  it('is read without ever throwing, whatever its values have become', () => {
    const whole = fc.constantFrom(...names.map((name) => readFileSync(`${FOLDER}/${name}`)));
    const turns = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 });
    fc.assert(
      fc.property(whole, turns, (bytes, bent) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, byte] of bent) changed[at % changed.length] = byte;
        expect([null, 'password', 'damaged', 'blank', 'not-taken']).toContain(problemOf(changed));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a dictionary of a PDF', () => {
  it('is read with its escapes, its brackets in brackets, and what stands in it', () => {
    const text = String.raw`junk << /A (a\(b\051\n(c)\7) % said ) >>
      /B <4a4B4> /C [1 -2.5 (x)] /D 7 0 R /E << /F true >> /G/H >> 9`;
    expect(pdfDictionary(text, 0)?.entries).toEqual(
      new Map<string, unknown>([
        ['A', { kind: 'string', bytes: 'a(b)\n(c)\u0007' }],
        ['B', { kind: 'string', bytes: 'JK@' }],
        [
          'C',
          {
            kind: 'array',
            values: [
              { kind: 'number', value: 1 },
              { kind: 'number', value: -2.5 },
              { kind: 'string', bytes: 'x' },
            ],
          },
        ],
        ['D', { kind: 'reference', object: 7, generation: 0 }],
        ['E', { kind: 'dictionary', entries: new Map([['F', { kind: 'word', text: 'true' }]]) }],
        ['G', { kind: 'name', text: 'H' }],
      ]),
    );
  });

  it('without an end or of endless depth is no dictionary that takes long', () => {
    expect(pdfDictionary('<<'.repeat(100_000), 0)?.kind).toBe('dictionary');
    expect(pdfDictionary('no dictionary', 0)).toBeNull();
  });
});
