import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InspectBudget } from '#electron/intake/inspect/inspect-budget.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { pdfDictionary, type PdfValue } from '#electron/intake/inspect/pdf/pdf-values.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

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

/** The dictionary at the beginning of the text, read from at most `most` bytes. */
function dictionaryIn(text: string, most = text.length) {
  return pdfDictionary(Buffer.from(text, 'latin1'), { from: 0, most, budget: new InspectBudget() });
}

function entriesOf(text: string): readonly (readonly [string, PdfValue])[] | null {
  const read = dictionaryIn(text);
  return read === null || read === 'too-much' ? null : [...read.entries];
}

const number = (value: number) => ({ kind: 'number', value });
const string = (bytes: string) => ({ kind: 'string', bytes });

describe('a dictionary of a PDF', () => {
  it('is read with its escapes, its brackets in brackets, and what stands in it', () => {
    const text = String.raw`junk << /A (a\(b\051\n(c)\7) % said ) >>
      /B <4a4B4> /C [1 -2.5 (x)] /D 7 0 R /E << /F true >> /G/H >> 9`;
    expect(entriesOf(text)).toEqual([
      ['A', string('a(b)\n(c)\u0007')],
      ['B', string('JK@')],
      ['C', { kind: 'array', values: [number(1), number(-2.5), string('x')] }],
      ['D', { kind: 'reference', object: 7, generation: 0 }],
      ['E', { kind: 'dictionary', entries: new Map([['F', { kind: 'word', text: 'true' }]]) }],
      ['G', { kind: 'name', text: 'H' }],
    ]);
  });

  it.each([
    ['<</A(a\\\r\nb\rc\r\nd\\\ne\\\rf\\0619\\q)>>', [['A', string('ab\nc\ndef19q')]]],
    [
      '<</A[1 0 R 5 1 R]/B 1 0 /C>>',
      [
        [
          'A',
          {
            kind: 'array',
            values: [
              { kind: 'reference', object: 1, generation: 0 },
              { kind: 'reference', object: 5, generation: 1 },
            ],
          },
        ],
        ['B', number(1)],
      ],
    ],
    ['<</A [1 0R]>>', [['A', { kind: 'array', values: [number(1), number(0), { kind: 'word', text: 'R' }] }]]],
    [
      '<</A << /B [1 /C 2 >> /D 3>>',
      [
        [
          'A',
          { kind: 'dictionary', entries: new Map([['B', { kind: 'array', values: [number(1), { kind: 'name', text: 'C' }, number(2)] }]]) },
        ],
        ['D', number(3)],
      ],
    ],
    ['<</A -1 0 R>>', [['A', number(-1)]]],
    [
      '<</A%c\r1%]>>\n/B<4 1\n42>>>',
      [
        ['A', number(1)],
        ['B', string('AB')],
      ],
    ],
    [
      '<</A 1 /B [2 }',
      [
        ['A', number(1)],
        ['B', { kind: 'array', values: [number(2)] }],
      ],
    ],
    [
      '<</A 1 /B [2',
      [
        ['A', number(1)],
        ['B', { kind: 'array', values: [number(2)] }],
      ],
    ],
    ['<</A 1 ] /B 2>>', [['A', number(1)]]],
    ['<</A 1-1 /B 2>>', []],
    [
      '<</A +.5 /B 4.>>',
      [
        ['A', number(0.5)],
        ['B', number(4)],
      ],
    ],
  ])('%j is read as far as it makes sense', (text, entries) => {
    expect(entriesOf(text)).toEqual(entries);
  });

  it('is too much where it is deeper than any, or goes on behind what is read of it', () => {
    expect(dictionaryIn('<<'.repeat(100_000))).toBe('too-much');
    expect(dictionaryIn(`${'<</A'.repeat(13)} 1${'>>'.repeat(13)}`)).toBe('too-much');
    expect(entriesOf(`${'<</A'.repeat(12)} 1${'>>'.repeat(12)}`)).toHaveLength(1);
    for (const text of ['<</A 1    >>', '<</A(    )>>', '<</A<     >>>', '<</A%    \n>>', '<</A/BBBBB>>', '     <</A 1>>']) {
      expect([text, dictionaryIn(text, 7)]).toEqual([text, 'too-much']);
    }
    expect(dictionaryIn('no dictionary')).toBeNull();
  });

  it('takes of the budget what it is long, and is too much when that is spent', () => {
    const budget = new InspectBudget();
    const text = Buffer.from(`<< /A (${'x'.repeat(800_000)}) >> junk`, 'latin1');
    const read = () => pdfDictionary(text, { from: 0, most: 4_000_000, budget });
    expect([read(), budget.spent('dictionaryBytes')]).toMatchObject([{ kind: 'dictionary' }, text.length - 5]);
    expect([read(), read(), budget.left('dictionaryBytes')]).toMatchObject([{ kind: 'dictionary' }, 'too-much', 0]);
  });
});
