import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { INVARIANTS } from './all.ts';
import { linesAreBookedOnce, pairsAreExplained, pairsArriveWhole, pairsLeaveTogether, triesAreAlike } from './entries.ts';
import type { Evidence, SentDocument, Upload } from './evidence.ts';

const CHECKERS = [pairsLeaveTogether, triesAreAlike, pairsArriveWhole, pairsAreExplained, linesAreBookedOnce];

type Looked = Pick<Evidence, 'uploads' | 'received' | 'documents' | 'readings' | 'lying' | 'desktops' | 'memoryLost'>;

const upload: Upload = {
  by: 'one',
  importType: 'purchase-invoices',
  reference: 'r',
  sha256: 'aa',
  intended: true,
  asked: true,
  agreed: true,
  pair: { body: 'a', file: 'ff', meant: true },
};
const second: Upload = { ...upload, reference: 's', sha256: 'bb' };
const arrived = { documentId: 'first', reference: 'r', body: 'a' };
const document: SentDocument = {
  documentId: 'first',
  integrationId: 'i',
  importType: 'purchase-invoices',
  externalReference: 'r',
  sha256: 'aa',
  documentState: 'Accepted',
  rejectionReason: null,
};
const reading = { body: '{"data":{"lines":[1]}}', linesSha256: 'h' };
const readings = { today: reading, before: reading, lines: 2, debitCents: 100, creditCents: 100 };
const question = { kind: 'entries', lines: 2, debitCents: 100, creditCents: 100, warnings: 0 };
const beside = { name: 'a.json', sha256: 'ff', readings };

/** The scan `aa` left with the lines `a` of the file `ff`; beside another one, `cc`, lies a file with the same totals. */
const good: Looked = {
  uploads: [upload, upload],
  received: [arrived],
  documents: [document],
  readings: new Map([['ff', readings]]),
  lying: [{ scan: 'cc', files: [beside] }],
  desktops: [],
  memoryLost: false,
};

function shows(state: object, sha256 = 'cc'): Looked {
  const item = { sha256, name: 'a', importType: 'purchase-invoices', pair: { kind: 'with', itemId: 'x', name: 'a.json' }, state };
  return { ...good, desktops: [{ name: 'one', items: [item as unknown as Item], finals: new Map(), keyless: false, stuck: [] }] };
}

function asks(of: object): Looked {
  return shows({ kind: 'held', question: of });
}

function left(pair: NonNullable<Upload['pair']>): Looked {
  return { ...good, uploads: [{ ...upload, pair }], received: [] };
}

function numbers(looked: Looked): readonly number[] {
  return CHECKERS.flatMap((checker) => checker(looked as Evidence)).map(({ invariant }) => invariant);
}

const missing = { kind: 'entries-missing', files: [] };
const named = { kind: 'entries-missing', files: [{ name: 'a.json' }] };
const both = [document, { ...document, documentId: 'second', externalReference: 's', sha256: 'bb' }];

const broken: readonly (readonly [number, string, Looked])[] = [
  [22, 'a scan without its entries', left({ body: null, file: null, meant: false })],
  [22, 'a scan with lines of nowhere', left({ body: 'b', file: null, meant: false })],
  [22, 'a scan with lines that nobody agreed to', left({ body: 'a', file: 'ff', meant: false })],
  [22, 'a second try with other lines', { ...good, uploads: [upload, { ...upload, pair: { body: 'b', file: 'gg', meant: true } }] }],
  [22, 'a second try without lines', { ...good, uploads: [upload, { ...upload, pair: { body: null, file: null, meant: true } }] }],
  [22, 'a scan that arrived without its lines', { ...good, received: [{ ...arrived, body: null }] }],
  [22, 'a scan that arrived with other lines', { ...good, received: [{ ...arrived, body: 'b' }] }],
  [22, 'a scan that waits for no reason', shows({ kind: 'waiting', last: null })],
  [22, 'entries that are missed where they lie', asks(missing)],
  [22, 'entries that are missed by name, though they can be sent', asks(named)],
  [22, 'entries with an error that is none', asks({ ...named, problem: { kind: 'damaged', found: 'json' } })],
  [22, 'other totals than lie there', asks({ ...question, lines: 3 })],
  [22, 'another debit than lies there', asks({ ...question, debitCents: 99 })],
  [22, 'another credit than lies there', asks({ ...question, creditCents: 99 })],
  [22, 'a question about lines that are gone', { ...asks(question), lying: [{ scan: 'cc', files: [] }] }],
  [22, 'a question about one of several', { ...asks(question), lying: [{ scan: 'cc', files: [beside, { ...beside, name: 'a.txt' }] }] }],
  [22, 'a file that is said to be alone', shows({ kind: 'unfit', by: 'intray', problem: { kind: 'entries-without-scan' } }, 'ff')],
  [
    21,
    'lines of one file that arrived beside two scans',
    { ...good, uploads: [upload, second], received: [arrived, { ...arrived, documentId: 'second', reference: 's' }], documents: both },
  ],
];

describe('the invariants of pairs', () => {
  it('are among those that every seed is checked for', () => {
    expect(INVARIANTS).toEqual(expect.arrayContaining(CHECKERS));
  });

  it('find nothing where a scan left with its entries', () => {
    expect(numbers(good)).toEqual([]);
  });

  it('find nothing where a user had it sent without', () => {
    const without = { body: null, file: null, meant: true };
    expect(numbers({ ...left(without), received: [{ ...arrived, body: null }] })).toEqual([]);
  });

  it('find nothing in what is asked about truly, or waits with a reason', () => {
    expect(numbers(asks(question))).toEqual([]);
    expect(numbers({ ...asks(missing), lying: [{ scan: 'cc', files: [] }] })).toEqual([]);
    const wrong = { ...beside, readings: null };
    expect(
      numbers({ ...asks({ ...named, problem: { kind: 'damaged', found: 'json' } }), lying: [{ scan: 'cc', files: [wrong] }] }),
    ).toEqual([]);
    expect(numbers(shows({ kind: 'waiting', last: { kind: 'offline' } }))).toEqual([]);
  });

  it('do not count lines twice that another computer sent, or that were refused', () => {
    const received = [arrived, { ...arrived, documentId: 'second', reference: 's' }];
    const apart = { ...good, received, documents: both };
    expect(numbers({ ...apart, uploads: [upload, { ...second, by: 'two' }] })).toEqual([]);
    const refused = both.map((one, at) => (at === 0 ? { ...one, documentState: 'Refused' } : one));
    expect(numbers({ ...apart, uploads: [upload, second], documents: refused })).toEqual([]);
  });

  it('do not blame a computer whose profile was restored for what it forgot', () => {
    const tries = [upload, { ...upload, pair: { body: 'b', file: 'gg', meant: true } }];
    expect(numbers({ ...good, uploads: tries, memoryLost: true })).toEqual([]);
  });

  it.each(broken)('%i bites: %s', (invariant, _what, looked) => {
    expect(numbers(looked)).toContain(invariant);
  });
});
