import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { INVARIANTS } from './invariants/all.ts';
import type { Evidence } from './invariants/evidence.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Caught, Mutant } from './mutants/mutate.ts';
import { MUTANTS } from './mutants/mutants.ts';
import { type Done, isGood, playAll } from './pool.ts';

const DOCUMENT = '0b0e7a52-0000-4000-8000-000000000001';
const accepted = { kind: 'accepted', documentId: DOCUMENT, at: 0, reason: null, contradicted: false };
const awaiting = { kind: 'awaiting', documentId: DOCUMENT, since: 0 } as unknown as Item['state'];
const unnamed = { kind: 'awaiting', documentId: null, since: 0 } as unknown as Item['state'];
const declined = { kind: 'unfit', by: 'service', problem: { kind: 'declined', errorCode: null, detail: null } } as unknown as Item['state'];
const item = { sha256: 'aa', reference: 'r', importType: 'purchase-invoices', resubmission: 0, state: accepted } as unknown as Item;

const clean: Evidence = {
  dropped: [{ path: '/a.pdf', sha256: 'aa', importType: 'purchase-invoices', isTidied: false }],
  documents: [
    {
      documentId: DOCUMENT,
      integrationId: 'i',
      importType: 'purchase-invoices',
      externalReference: 'r',
      sha256: 'aa',
      documentState: 'Accepted',
      rejectionReason: null,
    },
  ],
  forgotten: new Set(),
  memoryLost: false,
  told: [{ by: 'one', importType: 'purchase-invoices', sha256: 'aa', number: 0, documentId: DOCUMENT, reference: null, says: 'accepted' }],
  uploads: [
    { by: 'one', importType: 'purchase-invoices', reference: 'r', sha256: 'aa', intended: true, asked: true, agreed: true, pair: null },
  ],
  readings: new Map(),
  received: [],
  lying: [],
  departures: [
    { by: 'one', importType: 'purchase-invoices', sha256: 'aa', again: false, absentMs: 0, connectingMs: 0, unseen: false },
    // Corrected while it was connecting; long after its file had gone, by hand; and while its folder was away.
    { by: 'one', importType: 'purchase-invoices', sha256: 'bb', again: false, absentMs: 12_000, connectingMs: 3_000, unseen: false },
    { by: 'one', importType: 'purchase-invoices', sha256: 'cc', again: true, absentMs: 90_000, connectingMs: 0, unseen: false },
    { by: 'one', importType: 'purchase-invoices', sha256: 'dd', again: false, absentMs: 90_000, connectingMs: 0, unseen: true },
  ],
  acknowledged: [DOCUMENT],
  desktops: [{ name: 'one', items: [item], finals: new Map([['purchase-invoices aa', new Set(['accepted'])]]), keyless: false, stuck: [] }],
  again: new Map(),
  promised: [],
  writes: [],
  tidied: [],
  altered: [],
  whole: new Set(['purchase-invoices aa']),
  leaks: [],
  exposed: [],
  found: [],
};
const aside = { kind: 'aside', why: 'user' } as unknown as Item['state'];
const held = { kind: 'held', question: { kind: 'bulk-arrival' } } as unknown as Item['state'];
const fileless = { kind: 'waiting', last: { kind: 'no-file', code: 'NO_PLACE', tries: 1 } } as unknown as Item['state'];
const received: Evidence['told'] = clean.told.map((one) => ({ ...one, says: 'received' }));
const refused: Evidence['told'] = clean.told.map((one) => ({ ...one, says: 'refused' }));
const later: Evidence['told'] = clean.told.map((one) => ({ ...one, number: 1, documentId: 'second' }));
const unlisted: Evidence['told'] = clean.told.map((one) => ({ ...one, sha256: 'bb', documentId: 'second', reference: 'other00' }));
const [dropped] = clean.dropped;
const [document] = clean.documents;
const [upload] = clean.uploads;
const [desktop] = clean.desktops;
const [departure] = clean.departures;
const ofEntries = entriesEvidence();
if (dropped === undefined || document === undefined || upload === undefined || desktop === undefined || departure === undefined)
  throw new Error('the clean evidence has one of each');

const broken: readonly (readonly [number, string, Evidence])[] = [
  [1, 'a second document of one content', { ...clean, documents: [document, { ...document, documentId: 'other' }] }],
  [2, 'a dropped file that no desktop knows', { ...clean, desktops: [{ ...desktop, items: [] }], acknowledged: [] }],
  [3, 'a write into a watched folder', { ...clean, writes: [{ path: '/a.pdf', by: 'one' }] }],
  [3, 'a file that is not what the person left', { ...clean, altered: ['/a.pdf'] }],
  [
    2,
    'a document that a person sent again and that was not',
    { ...clean, promised: [{ by: 'one', key: 'purchase-invoices aa', number: 1, uncopied: false }] },
  ],
  [
    2,
    'a document that a person sent again, of which was copied what is said to be missing',
    {
      ...clean,
      promised: [{ by: 'one', key: 'purchase-invoices aa', number: 1, uncopied: false }],
      desktops: [{ ...desktop, items: [{ ...item, state: fileless }] }],
    },
  ],
  [
    3,
    'a file that was moved to another place than its result has',
    {
      ...clean,
      tidied: [{ by: 'one', to: '/Refused/a.pdf', sha256: 'aa', importType: 'purchase-invoices', documentState: 'Refused' }],
    },
  ],
  [2, 'a moved file that no desktop knows', { ...clean, dropped: [{ ...dropped, isTidied: true }], desktops: [{ ...desktop, items: [] }] }],
  [
    1,
    'a third document where a person sent again once',
    {
      ...clean,
      again: new Map([['purchase-invoices aa', new Set([1])]]),
      documents: [document, { ...document, documentId: 'second' }, { ...document, documentId: 'third' }],
    },
  ],
  [4, 'bytes that nobody dropped', { ...clean, uploads: [{ ...upload, sha256: 'bb', reference: 'q' }] }],
  [5, 'a byte before its intent', { ...clean, uploads: [{ ...upload, intended: false }] }],
  [7, 'a reference with two contents', { ...clean, uploads: [upload, { ...upload, sha256: 'cc' }], dropped: [...clean.dropped] }],
  [8, 'a final state that flipped', { ...clean, desktops: [{ ...desktop, finals: new Map([['x', new Set(['accepted', 'refused'])]]) }] }],
  [9, 'a result that the service never gave', { ...clean, documents: [{ ...document, documentState: 'Refused' }] }],
  [10, 'an acknowledged result that did not arrive', { ...clean, desktops: [{ ...desktop, items: [{ ...item, state: awaiting }] }] }],
  [
    10,
    'an acknowledged result of a document that is known by its reference alone',
    { ...clean, desktops: [{ ...desktop, items: [{ ...item, state: unnamed }] }] },
  ],
  [6, 'a program that does not come up again', { ...clean, desktops: [{ ...desktop, stuck: ['one cannot start'] }] }],
  [11, 'an event for a stranger', { ...clean, leaks: ['events of i'] }],
  [12, 'a bulk arrival that nobody allowed', { ...clean, uploads: [{ ...upload, asked: false }] }],
  [13, 'a secret in a log', { ...clean, exposed: ['a secret lies in the log'] }],
  [14, 'silence', { ...clean, found: [{ invariant: 14, what: 'one says nothing' }] }],
  [15, 'a good file that was set aside', { ...clean, desktops: [{ ...desktop, items: [{ ...item, state: declined }] }] }],
  [
    17,
    'a document that was put aside, though its result is known',
    { ...clean, desktops: [{ ...desktop, items: [{ ...item, state: aside }] }] },
  ],
  [
    17,
    'a document that is still asked about, though the service has it',
    { ...clean, told: received, desktops: [{ ...desktop, items: [{ ...item, state: held }] }] },
  ],
  [19, 'a result of a document that is not listed', { ...clean, told: unlisted }],
  [17, 'a result that is another than was told', { ...clean, told: refused }],
  [17, 'an older sending, though a later one is known', { ...clean, told: [...clean.told, ...later] }],
  [20, 'a document whose file had gone before its first byte left', { ...clean, departures: [{ ...departure, absentMs: 12_000 }] }],
  [
    20,
    'a document whose file had gone before a connection was asked for',
    { ...clean, departures: [{ ...departure, absentMs: 60_000, connectingMs: 40_000 }] },
  ],
  [20, 'a document of a type under which no such file ever was', { ...clean, departures: [{ ...departure, absentMs: null }] }],
  [21, 'entries that nobody agreed to', { ...ofEntries.good, uploads: [{ ...ofEntries.upload, agreed: false }] }],
  [
    21,
    'other lines than the file has',
    { ...ofEntries.good, uploads: [{ ...ofEntries.upload, entries: { body: 'b', linesSha256: 'h' } }] },
  ],
  [
    21,
    'lines with the hash of others',
    { ...ofEntries.good, uploads: [{ ...ofEntries.upload, entries: { body: 'a', linesSha256: 'i' } }] },
  ],
  [21, 'a request of entries without any', { ...ofEntries.good, uploads: [{ ...ofEntries.upload, entries: undefined }] }],
  [21, 'a question with other totals', { ...ofEntries.good, desktops: ofEntries.asked({ lines: 2, debitCents: 101, creditCents: 100 }) }],
  [16, 'a second writer', { ...clean, found: [{ invariant: 16, what: 'a second program came up' }] }],
];

describe('the invariants', () => {
  it('find nothing in an office where all went well', () => {
    expect(numbers(clean)).toEqual([]);
  });

  it('find nothing in what a person chose: sent again once, moved after its result', () => {
    const again = new Map([['purchase-invoices aa', new Set([1])]]);
    const taken = [{ by: 'one', key: 'purchase-invoices aa', number: 1, uncopied: true }];
    const told = { ...clean, told: [], promised: taken, desktops: [{ ...desktop, items: [{ ...item, state: fileless }] }] };
    expect(numbers(told)).toEqual([]);
    const tidied = [{ by: 'one', to: '/Sent/a.pdf', sha256: 'aa', importType: 'purchase-invoices', documentState: 'Accepted' }];
    const moved = [{ ...dropped, isTidied: true }];
    const unaware = { ...desktop, name: 'two', items: [] };
    const documents = [document, { ...document, documentId: 'second' }];
    expect(numbers({ ...clean, again, tidied, documents, dropped: moved, desktops: [desktop, unaware] })).toEqual([]);
  });

  it('find nothing where lines were asked about, agreed to and sent', () => {
    expect(numbers(ofEntries.good)).toEqual([]);
    expect(numbers({ ...ofEntries.good, desktops: ofEntries.asked({ lines: 2, debitCents: 100, creditCents: 100 }) })).toEqual([]);
  });

  it.each(broken)('%i bites: %s', (invariant, _what, evidence) => {
    expect(numbers(evidence)).toContain(invariant);
  });
});

/** A file of entries whose lines, `a` with the hash `h`, were agreed to and sent. */
function entriesEvidence() {
  const reading = { body: 'a', linesSha256: 'h' };
  const whose = { by: 'one', importType: 'entries', reference: 'e', sha256: 'ee' };
  const sent = { ...whose, intended: true, asked: true, agreed: true, pair: null, entries: reading };
  const readings = new Map([['ee', { today: reading, before: { ...reading, body: 'c' }, lines: 2, debitCents: 100, creditCents: 100 }]]);
  const good: Evidence = { ...clean, uploads: [sent], readings, whole: new Set(['entries ee']) };
  const asked = (totals: { readonly lines: number; readonly debitCents: number; readonly creditCents: number }) => {
    const state = { kind: 'held', question: { kind: 'entries', warnings: 0, ...totals } } as unknown as Item['state'];
    return clean.desktops.map((one) => ({
      ...one,
      items: [...one.items, { ...item, sha256: 'ee', importType: 'entries' as const, state }],
    }));
  };
  return { good, asked, upload: sent };
}

function numbers(evidence: Evidence): number[] {
  return INVARIANTS.flatMap((invariant) => invariant(evidence)).map((violation) => violation.invariant);
}

type Story = Pick<Caught, 'seed' | 'faults'>;

/** A new thread needs seconds to make its first office, and minutes on a busy machine. */
const PATIENCE_MS = 600_000;
/** A healthy run ends in less than this; a broken one need not be watched for hours. */
const CALM_MS = 30 * MINUTE_MS;

async function played(stories: readonly Story[], mutant: Mutant | null): Promise<readonly Done[]> {
  const done: Done[] = [];
  await playAll({
    jobs: stories.map(({ seed, faults }) => ({ seed, without: [], limits: {}, calmMs: CALM_MS, faults: new Set(faults) })),
    threads: 1,
    mutant,
    hear: (one) => done.push(one) > 0,
  });
  return done;
}

/** Numbers of the broken invariants; 0 for what never came to its end. */
function mutantNumbers(done: Done): readonly number[] {
  if (done.kind === 'broke') throw new Error(`seed ${done.seed}: ${done.why}`);
  const { violations, unfinished } = done.report;
  return [...violations.map(({ invariant }) => invariant), ...(unfinished.length > 0 ? [0] : [])];
}

describe('a product that is broken on purpose', { timeout: PATIENCE_MS }, () => {
  it.concurrent.each(MUTANTS)('is found: $mutant.name', async ({ mutant, invariant, ...story }) => {
    const [done] = await played([story], mutant);
    expect(done === undefined ? [] : mutantNumbers(done)).toContain(invariant);
  });

  it.concurrent('is what is found: whole, it keeps every promise with the same seeds', async () => {
    const stories = new Map(MUTANTS.map((story) => [`${story.seed} ${story.faults.join(' ')}`, story]));
    const done = await played(Array.from(stories.values()), null);
    expect(done.filter((one) => !isGood(one))).toEqual([]);
  });
});
