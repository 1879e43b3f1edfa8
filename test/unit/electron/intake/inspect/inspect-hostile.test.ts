import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INSPECT_LIMITS, InspectBudget, type Counted } from '#electron/intake/inspect/inspect-budget.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { evenJpeg } from '#test/support/hostile/hostile-pdfs.ts';
import { hostileShapes } from '#test/support/hostile/hostile-shapes.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { anIntake } from '../an-intake.ts';

const LIMITS = Object.keys(INSPECT_LIMITS) as readonly Counted[];
const shapes = hostileShapes();
/** Not an assertion: making the largest of them, and inspecting it, takes a second or two on a busy computer. */
const TIME = { timeout: 60_000 };

function look(bytes: Uint8Array) {
  const budget = new InspectBudget();
  const inspected = inspect({ name: 'a.pdf', bytes, size: bytes.byteLength }, nodeSha256, budget);
  const verdict = inspected.kind === 'unfit' ? inspected.problem.kind : (inspected.question ?? 'fit');
  return { verdict, spent: Object.fromEntries(LIMITS.map((limit) => [limit, budget.spent(limit)])) as Record<Counted, number> };
}

function made(name: string): Buffer {
  const make = shapes[name];
  if (make === undefined) throw new Error(`there is no shape "${name}"`);
  return make();
}

/** All others are sent. */
const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  'not-understood': [
    'comments in a lock',
    'one long comment in a lock',
    'spaces in a lock',
    'dictionaries in dictionaries',
    'lists in lists',
    'brackets in a text',
    'escapes in a text',
    'a text in hexadecimal',
    'numbers without an end',
    'one endless number',
    'a photograph of many scans',
    'objects to be looked for, all of one number',
    'more objects than are looked for',
    'a chain of tables',
    'packed objects that unpack to much',
    'a table of more rows than are gone over, and a stretch of zeros',
    'digits without an end on a page',
    'photographs one in the other',
    'a photograph of one byte',
    'a photograph of marks',
    'a photograph of bytes that only fill',
  ],
  damaged: [
    'zeros',
    'streams to be looked for, without an end',
    'a tree that is in itself',
    'stretches of zeros in a packed stream',
    'stretches of zeros between objects',
    'a photograph of notes and zeros',
  ],
  'not-taken': ['an XML of one long name'],
  blank: [
    'objects without a number',
    'objects of one number',
    'counts of pages',
    'a tree of nothing behind counts of pages',
    'a tree of nothing with names far apart',
    'kids that are none',
    'a header that promises',
    'ends of a file',
    'objects to be looked for, without an object',
    'a number far from its object',
    'trailers to be looked for',
    'names of objects that are not there',
    'a table that comes before itself',
    'a length that is its own',
    'references that go round',
    'stretches of zeros in pixels',
    'a grey picture on each page',
    'a photograph on each page',
  ],
};

describe('a file that is made to cost much', () => {
  it.each(Object.keys(shapes))('has one verdict, within the limits: %s', TIME, (name) => {
    const bytes = made(name);
    expect(bytes.byteLength).toBeLessThanOrEqual(FILE_BYTES_MAX);
    const looked = look(bytes);
    expect(looked.verdict).toBe(Object.keys(VERDICTS).find((verdict) => VERDICTS[verdict]?.includes(name)) ?? 'fit');
    for (const limit of LIMITS) expect([limit, looked.spent[limit] <= INSPECT_LIMITS[limit]]).toEqual([limit, true]);
    expect(look(Buffer.concat([Buffer.alloc(1), bytes]).subarray(1))).toEqual(looked);
  });

  it.each<[Counted, string]>([
    ['objects', 'more objects than are looked for'],
    ['unpackedBytes', 'packed objects that unpack to much'],
  ])('is not understood where the limit of %s is reached: %s', TIME, (limit, name) => {
    const { verdict, spent } = look(made(name));
    expect(verdict).toBe('not-understood');
    expect(spent[limit]).toBeGreaterThan(INSPECT_LIMITS[limit] * 0.9);
  });

  it.each<[Counted, string]>([
    ['dictionaryBytes', 'pages that say much of themselves'],
    ['contentBytes', 'many words on every page'],
    ['contentBytes', 'packed words on every page'],
    ['contentBytes', 'packed words that say nothing, on every page'],
    ['pictureBytes', 'photographs one in the other'],
    ['unpackedBytes', 'other grey pictures from page to page'],
    ['rows', 'narrow pictures on each page'],
  ])('is not blank where the limit of %s is reached: %s', TIME, (limit, name) => {
    const { verdict, spent } = look(made(name));
    expect(verdict).not.toBe('blank');
    expect(spent[limit]).toBeGreaterThan(INSPECT_LIMITS[limit] * 0.9);
  });

  it('is asked about where the limit of units is reached before its picture is', TIME, () => {
    const { verdict, spent } = look(made('a photograph of many scans'));
    expect(verdict).toBe('not-understood');
    expect(spent.units).toBeGreaterThan(INSPECT_LIMITS.units * 0.9);
  });

  it('is held with a question, can be sent, and stops no other', TIME, async () => {
    const at = anIntake();
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    writeFileSync(join(at.root, 'commented.pdf'), made('comments in a lock'));
    writeFileSync(join(at.root, 'drawn.pdf'), made('a photograph on each page'));
    at.drop(sampleFiles.invoice);
    await at.until(() => at.items().length === 3);
    const states = Object.fromEntries(at.items().map(({ name, state }) => [name, state]));
    expect(states).toMatchObject({
      [sampleFiles.invoice.name]: { kind: 'waiting' },
      'commented.pdf': { kind: 'held', question: { kind: 'not-understood' } },
      'drawn.pdf': { kind: 'held', question: { kind: 'blank' } },
    });
    const commented = at.items().filter(({ name }) => name === 'commented.pdf');
    expect(at.open.journal.list.allow(commented.map(({ id }) => id))).toBe(1);
    expect(at.open.journal.items.counts()).toMatchObject({ held: 1, waiting: 2 });
  });
});

describe('a picture that is drawn often', () => {
  it.each<[string, Partial<Record<Counted, number>>]>([
    ['a grey picture on each page', { rows: 4_000, unpackedBytes: 24_000_000 }],
    ['a photograph on each page', { pictureBytes: evenJpeg(FILE_BYTES_MAX - 60_000).byteLength }],
  ])('is looked at once: %s', TIME, (name, spent) => {
    expect(look(made(name)).spent).toMatchObject(spent);
  });
});
