import { describe, expect, it } from 'vitest';
import { ENTRIES_BYTES_MAX } from '#shared/contract/limits.ts';
import type { EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { EntriesChoice } from '#shared/domain/item/entries-schemas.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { SANDBOX } from '../integration-fixture.ts';
import { agree, ALL, bodyOf, ENTRIES, fileOf, pairsOffice, SCANS, watches } from '../entries-office.ts';

type Office = Awaited<ReturnType<typeof pairsOffice>>;

/** A pair about which somebody is asked. */
async function askedAbout(net: string) {
  const office = await pairsOffice('expected');
  office.entries('facture-118.json', fileOf(net));
  office.scanOf('facture-118.pdf');
  await office.counted('held', 1);
  return office;
}

async function preview({ client, during }: Office, { id: itemId }: Item) {
  return during(
    (async () => {
      let head: EntriesPreviewHead | null = null;
      const parts: Uint8Array[] = [];
      for await (const piece of await client().items.entriesPreview({ itemId })) {
        if (piece.kind === 'head') head = piece;
        if (piece.kind === 'piece') parts.push(Buffer.from(piece.base64, 'base64'));
      }
      return { head, lines: Buffer.concat(parts).toString('utf8').split('\n') };
    })(),
  );
}

type Said = { readonly linesSha256?: string; readonly choice?: EntriesChoice; readonly twice?: boolean };

async function allow(office: Office, name: string, { choice = ALL, ...said }: Said = {}) {
  const { id: itemId, entries } = await office.named(name);
  const linesSha256 = said.linesSha256 ?? entries?.linesSha256 ?? '';
  return (await office.during(office.client().items.allowEntries({ itemId, choice, ...said, linesSha256 }))).became;
}

/** The first of the two lines, and what is sent of it. */
async function findFirst(office: Office, name: string): Promise<Said> {
  const { lines } = await preview(office, await office.named(name));
  const linesSha256 = hex(nodeSha256([utf8(`${lines[0]?.split('\t')[0]}\n`)]));
  return { linesSha256, choice: { withoutJournals: [], withoutLines: [[1, 1]] } };
}

const FIRST_ALONE = `${bodyOf('120.50').slice(0, bodyOf('120.50').indexOf(',{"date"'))}]}}`;

describe('the lines beside a scan', () => {
  it('are shown before they are agreed to, and only the very lines that were shown are', async () => {
    const office = await askedAbout('120.50');
    const scan = await office.named('facture-118.pdf');
    const { head, lines } = await preview(office, scan);
    expect(head).toMatchObject({ format: 'json', lines: 2, repeated: [], mapping: null, mayGoByItself: false, goesByItself: false });
    const texts = lines.filter((line) => line !== '').map((line) => `${line.split('\t')[0]}\n`);
    expect(hex(nodeSha256([utf8(texts.join(''))]))).toBe(scan.entries?.linesSha256);
    expect(await allow(office, 'facture-118.pdf', { linesSha256: '0'.repeat(64) })).toBe('changed');
    await office.clock.advance(HOUR_MS);
    expect(await office.documents()).toEqual([]);
    expect(await allow(office, 'facture-118.pdf')).toBe('allowed');
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([bodyOf('120.50')]);
  });

  it('may be sent in part, and nobody is asked again about the others', async () => {
    const office = await askedAbout('120.50');
    const first = await findFirst(office, 'facture-118.pdf');
    office.network.set(SANDBOX, null);
    expect(await allow(office, 'facture-118.pdf', first)).toBe('allowed');
    await office.counted('waiting', 1);
    await office.clock.advance(HOUR_MS);
    office.network.set(SANDBOX, office.sandbox.fetch);
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([FIRST_ALONE]);
  });

  it('are not agreed to by an answer to many documents at once, nor is a scan sent without those that are missing', async () => {
    const office = await askedAbout('120.50');
    office.scanOf('facture-119.pdf');
    await office.counted('held', 2);
    const itemIds = (await office.items()).map(({ id }) => id);
    const chosen = await office.during(office.client().items.chosen({ kind: 'items', itemIds }));
    expect(chosen).toMatchObject({ allow: [] });
    expect(await office.during(office.client().items.allow({ itemIds }))).toEqual({ allowed: 0 });
    await office.clock.advance(HOUR_MS);
    expect(await office.documents()).toEqual([]);
    // Who says so of both has sent only the one without.
    expect(await office.during(office.client().items.allow({ itemIds, withoutEntries: true }))).toEqual({ allowed: 1 });
    await office.counted('awaiting', 1);
    expect(await office.asked('facture-118.pdf')).toMatchObject({ kind: 'entries' });
    expect(await office.received()).toEqual([null]);
  });

  it('are not cut: more than the service takes at once cannot go with a scan', async () => {
    const office = await pairsOffice('expected');
    const both = bodyOf('120.50').slice('{"data":{"lines":['.length, -']}}'.length);
    // Written without cents that are none, so that the file itself is not too large.
    const lines = Array.from({ length: Math.ceil(ENTRIES_BYTES_MAX / both.length) }, () => both.replaceAll('0.00', '0'));
    office.entries('facture-118.json', `{"data":{"lines":[${lines.join(',')}]}}`);
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    const files = [{ name: 'facture-118.json' }];
    const problem = { kind: 'too-large', bytesMax: ENTRIES_BYTES_MAX };
    expect(await office.asked('facture-118.pdf')).toMatchObject({ kind: 'entries-missing', files, problem });
  });

  it('cannot be had any more: the scan does not leave alone', async () => {
    const office = await askedAbout('120.50');
    office.network.set(SANDBOX, null);
    expect(await allow(office, 'facture-118.pdf')).toBe('allowed');
    await office.counted('waiting', 1);
    await office.clock.advance(60_000);
    // The share is away, and of the private copies only that of the scan is left.
    office.disk.setAway(SCANS, true);
    const copies = Array.from(office.disk.files).filter(([path, { bytes }]) => !path.startsWith(SCANS) && holds(bytes, '606300'));
    expect(copies).toHaveLength(1);
    for (const [path] of copies) office.disk.files.delete(path);
    office.network.set(SANDBOX, office.sandbox.fetch);
    await office.clock.advance(HOUR_MS);
    expect(await office.documents()).toEqual([]);
    expect(await office.state('facture-118.pdf')).toMatchObject({ kind: 'waiting', last: { kind: 'no-file' } });
    office.disk.setAway(SCANS, false);
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([bodyOf('120.50')]);
  });
});

function holds(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes).includes(text);
}

describe('lines that went with a scan', () => {
  it('are known beside the next one, and in a folder of entries', async () => {
    const office = await askedAbout('120.50');
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    // Another file with the same lines.
    office.entries('facture-119.json', `${fileOf('120.50')}\n`);
    office.scanOf('facture-119.pdf');
    await office.counted('held', 1);
    const { id } = await office.named('facture-119.pdf');
    const detail = await office.during(office.client().items.get({ itemId: id }));
    expect(detail).toMatchObject({ value: { item: { state: { question: { kind: 'entries', lines: 2, repeated: 2 } } } } });
    expect(await allow(office, 'facture-119.pdf')).toBe('repeats');
    office.disk.addFolder(ENTRIES);
    await watches(office, office.company.id);
    office.disk.put(`${ENTRIES}/achats.json`, utf8(`${fileOf('120.50')} `), office.clock.wallMs());
    await office.counted('held', 2);
    expect(await office.asked('achats.json')).toMatchObject({ kind: 'entries', repeated: 2 });
    await office.clock.advance(HOUR_MS);
    expect(await office.documents()).toHaveLength(1);
    expect(await allow(office, 'facture-119.pdf', { twice: true })).toBe('allowed');
    await office.counted('awaiting', 2);
    expect(await office.received()).toEqual([bodyOf('120.50'), bodyOf('120.50')]);
  });

  it('are compared with those of a folder of entries', async () => {
    const office = await pairsOffice('expected');
    office.disk.addFolder(ENTRIES);
    await watches(office, office.company.id);
    office.disk.put(`${ENTRIES}/achats.json`, utf8(`${fileOf('120.50')} `), office.clock.wallMs());
    await office.counted('held', 1);
    await agree(office, await office.named('achats.json'));
    await office.counted('awaiting', 1);
    office.entries('facture-118.json', fileOf('120.50'));
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    const { head } = await preview(office, await office.named('facture-118.pdf'));
    expect(head).toMatchObject({ repeated: [[0, 1]], sentBefore: 2 });
    expect(await allow(office, 'facture-118.pdf')).toBe('repeats');
  });

  it('count no more if the scan was sent without them in the end', async () => {
    const office = await askedAbout('120.50');
    office.network.set(SANDBOX, null);
    await office.send('facture-118.pdf');
    await office.counted('waiting', 1);
    office.disk.take(`${SCANS}/facture-118.json`);
    await office.counted('held', 1);
    office.network.set(SANDBOX, office.sandbox.fetch);
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([null]);
    office.entries('facture-119.json', `${fileOf('120.50')}\n`);
    office.scanOf('facture-119.pdf');
    await office.counted('held', 1);
    expect(await allow(office, 'facture-119.pdf')).toBe('allowed');
  });

  it('count also when a refused scan was sent again with those that were chosen', async () => {
    const office = await askedAbout('120.50');
    const first = await findFirst(office, 'facture-118.pdf');
    expect(await allow(office, 'facture-118.pdf', first)).toBe('allowed');
    await office.counted('awaiting', 1);
    const [sent] = await office.documents();
    await office.decide(sent?.documentId ?? '', 'Refused');
    await office.counted('refused', 1);
    const { id } = await office.named('facture-118.pdf');
    await office.during(office.client().items.sendAgain({ itemIds: [id] }));
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([FIRST_ALONE, FIRST_ALONE]);
    office.entries('facture-119.json', `${fileOf('120.50')}\n`);
    office.scanOf('facture-119.pdf');
    await office.counted('held', 1);
    const { head } = await preview(office, await office.named('facture-119.pdf'));
    expect(head).toMatchObject({ repeated: [[0, 0]] });
    expect(await allow(office, 'facture-119.pdf')).toBe('repeats');
  });

  it('of two scans are not sent twice if both were agreed to at once', async () => {
    const office = await askedAbout('120.50');
    office.entries('facture-119.json', `${fileOf('120.50')}\n`);
    office.scanOf('facture-119.pdf');
    await office.counted('held', 2);
    office.network.set(SANDBOX, null);
    expect(await allow(office, 'facture-119.pdf')).toBe('allowed');
    expect(await allow(office, 'facture-118.pdf')).toBe('repeats');
    expect(await allow(office, 'facture-118.pdf', { twice: true })).toBe('allowed');
    office.network.set(SANDBOX, office.sandbox.fetch);
    // The former word was about lines that nobody else was to send.
    await office.counted('awaiting', 1);
    expect(await office.asked('facture-119.pdf')).toMatchObject({ kind: 'entries', repeated: 2 });
  });
});
