import { describe, expect, it } from 'vitest';
import { advance } from '#shared/domain/item/advance.ts';
import type { ReadEntries } from '#shared/domain/item/entries-schemas.ts';
import type { ItemRows } from '#electron/journal/items/item-rows.ts';
import { inspectEntries } from '#electron/intake/inspect/entries-file.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Digest } from '#shared/lib/digest.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

const eur = (amount: string): string => `{"amount":${amount},"currency":"EUR","currencyAmount":${amount},"currencyRate":1}`;
const line = (account: string, debit: string, credit: string): string =>
  `{"date":"2026-03-31","debit":${eur(debit)},"credit":${eur(credit)},"journal":"VE","account":"${account}","reference":"Z-31"}`;
/** A till's day. */
const TILL = `{"data":{"lines":[${line('530000', '12.30', '0')},${line('707000', '0', '12.30')}]}}`;
/** The same as it is sent. */
const BODY = `{"data":{"lines":[${line('530000', '12.30', '0.00')},${line('707000', '0.00', '12.30')}]}}`;

/** A megabyte, written as it is sent. */
const MANY = `{"data":{"lines":[${Array.from({ length: 4_000 }, (_, n) => line(String(100_000 + n), '0.10', '0.10')).join(',')}]}}`;

/** Another thread would hash in time of its own. */
const digest: Digest = async (whole) => nodeSha256([whole]);

/** A file of entries in its folder, found by a version of Intray that read `as` in it. */
function aFileOfEntries(content: string, as: (read: ReadEntries) => ReadEntries = (read) => read) {
  const open = anOpenJournal();
  const [files, service] = [memoryFiles(), aService()];
  const folder = aFolder(open, aCompany(open), 'entries');
  const bytes = Buffer.from(content);
  files.all.set(`${folder.path}/till.json`, bytes);
  const contentSha256 = hex(nodeSha256([bytes]));
  const { inspected } = inspectEntries({ name: 'till.json', bytes, contentSha256 });
  const found = inspected.kind === 'fit' && inspected.entries !== undefined ? { ...inspected, entries: as(inspected.entries) } : inspected;
  const { itemId } = open.journal.intake.enqueue({ ...aFile(folder, { name: 'till.json', content }), inspected: found });
  const life = aLife({ ...open, files, digest, upload: async (what) => service.take(what) });
  const now = (): Item => item(open, itemId);
  /** A user has looked at what it came to when it was found. */
  const allow = (twice = false, became = 'allowed'): void => {
    const { entries } = now();
    if (entries === undefined) throw new Error('nothing was read');
    const keys = (inspected.kind === 'fit' ? inspected.lineKeys : undefined) ?? new Uint8Array();
    const agreed = { as: entries, keys, byItself: false, twice, at: open.clock.wallMs() };
    expect(open.journal.delivery.allowEntries(itemId, agreed)).toBe(became);
  };
  const run = async (): Promise<void> => {
    void life.delivery.start();
    await open.clock.advance(HOUR_MS);
  };
  return { ...open, ...life, itemId, service, files, folder, now, allow, run };
}

describe('a file of entries that somebody has agreed to send', () => {
  it('is sent as the canonical lines of its bytes, with their hash as metadata, and with no comment', async () => {
    const { service, now, allow, run } = aFileOfEntries(TILL);
    allow();
    await run();
    expect(now().state.kind).toBe('awaiting');
    const [sent] = service.requests;
    expect(Buffer.from(sent?.bytes ?? []).toString()).toBe(BODY);
    expect(sent).toMatchObject({ metadata: { v: 1, linesSha256: now().entries?.linesSha256, mappingSha256: null } });
    expect(sent?.comment).toBeUndefined();
  });

  it('of a whole megabyte is sent to the last byte', async () => {
    const { service, now, allow, run } = aFileOfEntries(MANY);
    allow();
    await run();
    const sent = Buffer.from(service.requests[0]?.bytes ?? []).toString();
    expect(sent).toBe(MANY);
    expect(now().entries).toMatchObject({ lines: 4_000, debitCents: 40_000, creditCents: 40_000 });
  });

  it('is not sent where its bytes are now read differently: somebody is asked again, with what it comes to now', async () => {
    const { service, now, allow, run, told, itemId } = aFileOfEntries(TILL, (read) => ({ ...read, linesSha256: '0'.repeat(64), lines: 1 }));
    allow();
    await run();
    expect(service.requests).toEqual([]);
    expect(now().state).toMatchObject({ kind: 'held', question: { kind: 'entries', lines: 2, debitCents: 1_230, again: true } });
    expect(told).toEqual([{ itemId, chores: ['tell-question'] }]);
    allow();
    await run();
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    ['', TILL, BODY],
    [', which is read in pieces', MANY, MANY],
  ])('is sent from its file where its copy was damaged%s', async (_, content, body) => {
    const { service, clock, delivery, now, allow, files } = aFileOfEntries(content);
    allow();
    void delivery.start();
    const write = files.writeOver.bind(files);
    let times = 0;
    files.writeOver = async (path, parts) => {
      times += 1;
      return write(path, times === 1 ? [parts[0] ?? new Uint8Array(), new Uint8Array(parts[1]?.byteLength ?? 0)] : parts);
    };
    await clock.advance(HOUR_MS);
    expect(now().state.kind).toBe('awaiting');
    expect(Buffer.from(service.requests[0]?.bytes ?? []).toString()).toBe(body);
    expect(times).toBe(2);
  });
});

describe('a batch that goes out in parts', () => {
  it('is not begun anew by whoever agrees after a part of it was accepted, unless they say that it is booked twice', () => {
    const { journal, now, allow } = aFileOfEntries(TILL);
    const { entries } = now();
    if (entries === undefined) throw new Error('nothing was read');
    // As a delivery leaves it whose file is read differently between two parts.
    (journal.items as Pick<ItemRows, 'save'> & typeof journal.items).save({ ...now(), entries: { ...entries, part: { n: 2, of: 3 } } });
    allow(false, 'repeats');
    expect(now().state.kind).toBe('held');
    allow(true);
    expect(now().state.kind).toBe('waiting');
  });
});

describe('entries that nobody has agreed to', () => {
  it('are held from the moment that their file is found', () => {
    const { now, journal } = aFileOfEntries(TILL);
    expect(now().state).toMatchObject({ kind: 'held', question: { kind: 'entries', lines: 2 } });
    expect(journal.delivery.nextDueAt()).toBeNull();
  });

  it.each(['bulk-arrival', 'not-understood'] as const)('are asked about after a yes to another question (%s)', (kind) => {
    const { now, clock } = aFileOfEntries(TILL);
    const other: Item = { ...now(), state: { kind: 'held', question: { kind } } };
    const { item: after, chores } = advance(other, { kind: 'allowed' }, clock.wallMs());
    expect(after.state).toEqual({
      kind: 'held',
      question: { kind: 'entries', lines: 2, debitCents: 1_230, creditCents: 1_230, warnings: 0 },
    });
    expect(chores).toEqual(['tell-question']);
  });

  it('are asked about when they are about to leave', () => {
    const { now, clock } = aFileOfEntries(TILL);
    const waiting: Item = { ...now(), state: { kind: 'waiting', dueAt: clock.wallMs(), last: null } };
    if (waiting.entries === undefined) throw new Error('nothing was read');
    const { item: after } = advance(waiting, { kind: 'entries-read', as: waiting.entries }, clock.wallMs());
    expect(after.state).toMatchObject({ kind: 'held', question: { kind: 'entries', lines: 2 } });
  });

  it('stay ignored, and are asked about again when that is taken back', async () => {
    const { journal, service, now, itemId, run } = aFileOfEntries(TILL);
    journal.list.putAside([itemId]);
    await run();
    expect(now().state.kind).toBe('aside');
    journal.list.putBack([itemId]);
    await run();
    expect(now().state).toMatchObject({ kind: 'held', question: { kind: 'entries', lines: 2 } });
    expect(service.requests).toEqual([]);
  });
});
