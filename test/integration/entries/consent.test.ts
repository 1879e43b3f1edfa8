import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { EntriesChoice } from '#shared/domain/item/entries-schemas.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { agree, ALL, BODY, CANONICAL, ENTRIES, FILE, LINES_SHA256, MARKER, office, only, OTHER, sentOnce } from '../entries-office.ts';

type Office = Awaited<ReturnType<typeof office>>;

const hashOf = (text: string): string => hex(nodeSha256([utf8(text)]));
const [FIRST, SECOND] = CANONICAL.split('\n').map((line) => `${line}\n`) as [string, string];

/** A company whose folder has this one file, about which somebody is asked. */
async function asked(content: string | Uint8Array<ArrayBuffer>, name = 'paie.json') {
  const fixture = await office();
  fixture.disk.put(`${ENTRIES}/${name}`, typeof content === 'string' ? utf8(content) : content, fixture.clock.wallMs());
  await fixture.counted('held', 1);
  return { ...fixture, id: (await only(fixture)).id };
}

/** The preview as the window gets it: what stands above the lines, and their text; or the fault in place of it. */
async function preview({ client, during }: Pick<Office, 'client' | 'during'>, itemId: ItemId) {
  return during(
    (async () => {
      let head: EntriesPreviewHead | null = null;
      const parts: Uint8Array[] = [];
      for await (const piece of await client().items.entriesPreview({ itemId })) {
        if (piece.kind === 'fault') return { fault: piece.fault };
        if (piece.kind === 'head') head = piece;
        if (piece.kind === 'piece') parts.push(Buffer.from(piece.base64, 'base64'));
      }
      return { head, text: Buffer.concat(parts).toString('utf8') };
    })(),
  );
}

type Agreeing = { readonly linesSha256: string; readonly choice?: EntriesChoice; readonly byItself?: boolean };

const allow = ({ client, during, id }: Office & { readonly id: ItemId }, { choice = ALL, ...of }: Agreeing) =>
  during(client().items.allowEntries({ itemId: id, choice, ...of }));

describe('the preview of a file of entries', () => {
  it('has each line as its canonical text, with what the file says beside it, under what they come to', async () => {
    const fixture = await asked(FILE);
    expect(await preview(fixture, fixture.id)).toEqual({
      head: {
        kind: 'head',
        format: 'json',
        encoding: { name: 'utf-8', guessed: false },
        lines: 2,
        errors: { count: 0, first: [] },
        warnings: { count: 0, first: [] },
        journals: [{ journal: 'PAIE', lines: 2, debitCents: 215_010, creditCents: 215_010, opening: false }],
        choice: ALL,
        repeated: [],
        sentBefore: 0,
        otherDates: [],
        mapping: null,
        tooLarge: null,
        mayGoByItself: true,
        goesByItself: false,
      },
      text: `${FIRST.trimEnd()}\t{"at":1}\n${SECOND.trimEnd()}\t{"at":2}\n`,
    });
  });

  it('of a file with errors has the lines that could be read, and the errors beside them', async () => {
    const fixture = await office();
    fixture.drop('paie.json', FILE.replace('"amount": 2150.1,', '"amount": 2150.105,').replace('"421000"', '""'));
    await fixture.counted('unfit', 1);
    const seen = await preview(fixture, (await only(fixture)).id);
    expect(seen.head?.errors).toEqual({
      count: 2,
      first: [
        { kind: 'decimals', line: 3, column: 26, name: 'data.lines[0].debit.amount', value: '2150.105', meant: '2150.11' },
        { kind: 'missing', line: 5, column: 57, name: 'data.lines[1].account' },
      ],
    });
    expect(seen.text?.split('\n').map((line) => line.split('\t')[1])).toEqual(['{"at":1}', '{"at":2}', undefined]);
  });

  it('is still there, with what was agreed to, after they were sent and accepted', async () => {
    const fixture = await asked(FILE);
    const choice = { withoutJournals: [], withoutLines: [[1, 1] as const] };
    expect(await allow(fixture, { linesSha256: hashOf(FIRST), choice })).toEqual({ became: 'allowed' });
    await fixture.counted('awaiting', 1);
    await fixture.decide((await sentOnce(fixture)).documentId, 'Accepted');
    await fixture.counted('accepted', 1);
    expect((await preview(fixture, fixture.id)).head).toMatchObject({ choice, lines: 2 });
  });

  it('is refused with a word where no line can be read, the file has changed, or it is no file of entries', async () => {
    const fixture = await asked(FILE);
    fixture.drop('empty.json', '\r\n');
    await fixture.counted('unfit', 1);
    const empty = (await fixture.items()).find(({ name }) => name === 'empty.json');
    expect(await preview(fixture, empty?.id ?? fixture.id)).toEqual({ fault: 'damaged' });
    expect(await preview(fixture, '00000000-0000-4000-8000-000000000000' as ItemId)).toEqual({ fault: 'not-found' });
    fixture.drop('paie.json', OTHER);
    expect(await preview(fixture, fixture.id)).toEqual({ fault: 'changed' });
  });
});

describe('consent to the lines of a file', () => {
  it('to some of them sends these, and says so with their hash', async () => {
    const fixture = await asked(FILE);
    const choice = { withoutJournals: [], withoutLines: [[1, 7] as const] };
    expect(await allow(fixture, { linesSha256: hashOf(FIRST), choice })).toEqual({ became: 'allowed' });
    await fixture.counted('awaiting', 1);
    const { documentId, metadata } = await sentOnce(fixture);
    const [head, , end] = BODY.split(/(?<=\},)(?=\{"date")|(?=\]\}\})/);
    expect(await fixture.received(documentId)).toBe(`${head?.slice(0, -1)}${end}`);
    expect(metadata).toEqual({ v: 1, linesSha256: hashOf(FIRST), mappingSha256: null });
    expect((await only(fixture)).entries).toMatchObject({ lines: 1, debitCents: 215_010, creditCents: 0, choice });
  });

  it.each([
    ['to other lines than those of the file', { linesSha256: hashOf(SECOND) }, 'changed'],
    ['to all lines, with the hash of some', { linesSha256: hashOf(FIRST) }, 'changed'],
    ['to no line', { linesSha256: hashOf(''), choice: { withoutJournals: ['PAIE'], withoutLines: [] } }, 'nothing-left'],
  ])('%s sends nothing', async (_, of, became) => {
    const fixture = await asked(FILE);
    expect(await allow(fixture, of)).toEqual({ became });
    await fixture.clock.advance(HOUR_MS);
    expect((await only(fixture)).state).toMatchObject({ kind: 'held', question: { kind: 'entries', lines: 2 } });
    expect(await fixture.documents()).toEqual([]);
  });

  it('to a file that was written over meanwhile sends nothing', async () => {
    const fixture = await asked(FILE);
    fixture.disk.put(`${ENTRIES}/paie.json`, utf8(OTHER), fixture.clock.wallMs());
    expect(await allow(fixture, { linesSha256: LINES_SHA256 })).toEqual({ became: 'unreadable' });
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toEqual([]);
  });

  it('is asked for once: a second yes changes nothing, and neither does one to what is ignored by its company', async () => {
    const fixture = await asked(FILE);
    expect(await allow(fixture, { linesSha256: LINES_SHA256 })).toEqual({ became: 'allowed' });
    expect(await allow(fixture, { linesSha256: hashOf(FIRST), choice: { withoutJournals: [], withoutLines: [[1, 1]] } })).toEqual({
      became: 'not-asked',
    });
    await fixture.counted('awaiting', 1);
    expect(await fixture.received((await sentOnce(fixture)).documentId)).toBe(BODY);
  });

  it('is not given by "Send" in the list, which answers for many at once', async () => {
    const fixture = await asked(FILE);
    expect(await fixture.during(fixture.client().items.allow({ itemIds: [fixture.id] }))).toEqual({ allowed: 0 });
    await fixture.during(fixture.client().items.putAside({ itemIds: [fixture.id] }));
    expect(await fixture.during(fixture.client().items.allow({ itemIds: [fixture.id] }))).toEqual({ allowed: 0 });
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toEqual([]);
    // What is ignored can be sent after a look at it.
    expect(await allow(fixture, { linesSha256: LINES_SHA256 })).toEqual({ became: 'allowed' });
    await fixture.counted('awaiting', 1);
  });

  it.each([1, 2, 4, 7, 11])('to some lines is kept through a kill after %s of its calls: these are sent, once', async (calls) => {
    const fixture = await asked(FILE);
    const choice = { withoutJournals: [], withoutLines: [[0, 0] as const] };
    expect(await allow(fixture, { linesSha256: hashOf(SECOND), choice })).toEqual({ became: 'allowed' });
    fixture.killAfter(calls);
    await fixture.clock.advance(2_000);
    fixture.desktop.kill();
    fixture.killAfter(1_000_000);
    await fixture.during(fixture.desktop.start());
    await fixture.counted('awaiting', 1);
    const { documentId, metadata } = await sentOnce(fixture);
    expect(await fixture.received(documentId)).not.toContain(MARKER);
    expect(metadata).toMatchObject({ linesSha256: hashOf(SECOND) });
  });
});

type Expected = {
  readonly journal: string;
  readonly date: string;
  readonly account: string;
  readonly label: string;
  readonly debit: number;
  readonly credit: number;
};
type SentLine = Omit<Expected, 'debit' | 'credit'> & Record<'debit' | 'credit', { readonly amount: number }>;

const FEC = readFileSync('test/entries/open/dolibarr/fec.txt');
const READ = JSON.parse(readFileSync('test/entries/expected/dolibarr-fec.txt.json', 'utf8')) as readonly Expected[];

const sentLines = (text: string) =>
  (JSON.parse(text) as { readonly data: { readonly lines: readonly SentLine[] } }).data.lines.map(
    ({ journal, date, account, label, debit, credit }) => [
      journal,
      date,
      account,
      label,
      Math.round(debit.amount * 100),
      Math.round(credit.amount * 100),
    ],
  );
const expectedLines = (isMeant: (line: Expected) => boolean) =>
  READ.filter(isMeant).map(({ journal, date, account, label, debit, credit }) => [journal, date, account, label, debit, credit]);

describe('a FEC', () => {
  it('is asked about, without its opening journal', async () => {
    const fixture = await asked(FEC, 'FEC.txt');
    const { state, entries } = await only(fixture);
    expect(state).toMatchObject({ question: { kind: 'entries', lines: 154, choose: true } });
    expect(entries).toMatchObject({ choice: { withoutJournals: ['AN'], withoutLines: [] }, choose: true });
    const { head } = await preview(fixture, fixture.id);
    expect(head).toMatchObject({ format: 'fec', lines: 158, mayGoByItself: false, choice: { withoutJournals: ['AN'], withoutLines: [] } });
    expect(head?.journals.map(({ journal, lines, opening }) => [journal, lines, opening])).toEqual([
      ['AN', 4, true],
      ['VE', 60, false],
      ['AC', 43, false],
      ['BQ', 29, false],
      ['OD', 10, false],
      ['PAIE', 12, false],
    ]);
    expect(head?.warnings.first).toContainEqual({ kind: 'opening-journal', line: 2, value: 'AN' });
  });

  it('is sent as proposed line by line as an independent reader has it, without the opening journal', async () => {
    const fixture = await asked(FEC, 'FEC.txt');
    await agree(fixture, await only(fixture));
    await fixture.counted('awaiting', 1);
    expect(sentLines(await fixture.received((await sentOnce(fixture)).documentId))).toEqual(
      expectedLines(({ journal }) => journal !== 'AN'),
    );
  });

  it('is sent without the journals that the accountant has, and with the opening one where a user says so', async () => {
    const fixture = await asked(FEC, 'FEC.txt');
    const choice = { withoutJournals: ['VE', 'BQ'], withoutLines: [] };
    const { text } = await preview(fixture, fixture.id);
    const left = (text ?? '').split('\n').flatMap((line) => line.split('\t')[0] || []);
    const meant = left.filter((line) => !['VE', 'BQ'].includes((JSON.parse(line) as Expected).journal));
    const linesSha256 = hashOf(meant.map((line) => `${line}\n`).join(''));
    // Whoever agrees to books of a year has not said anything about the next ones.
    expect(await allow(fixture, { linesSha256, choice, byItself: true })).toEqual({ became: 'allowed' });
    await fixture.counted('awaiting', 1);
    expect(sentLines(await fixture.received((await sentOnce(fixture)).documentId))).toEqual(
      expectedLines(({ journal }) => journal !== 'VE' && journal !== 'BQ'),
    );
    expect((await fixture.during(fixture.overview())).folders.map(({ entries }) => entries.byItself)).toEqual([null]);
  });
});
