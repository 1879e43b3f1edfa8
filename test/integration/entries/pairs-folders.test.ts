import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { tempFolder } from '#test/support/folders.ts';
import { runIn } from '#test/unit/electron/headless/host-fixture.ts';
import { tinyPdf } from '#test/sim/tiny-pdf.ts';
import { bodyOf, fileOf, pairsOffice, SCANS, takes } from '../entries-office.ts';
import { BY_CREDIT, BY_DEBIT, FILE as ROWS } from '../mapped-office.ts';
import { SANDBOX } from '../integration-fixture.ts';

type Office = Awaited<ReturnType<typeof pairsOffice>>;

async function scanFolder(office: Office): Promise<Folder> {
  const folder = (await office.overview()).folders.find(({ path }) => path === SCANS);
  if (folder === undefined) throw new Error('no folder of scans');
  return folder;
}

/** As a user says what the columns of its files mean. */
async function means(office: Office, mapping: EntriesMapping, ifVersion: number | null) {
  const { id: folderId } = await scanFolder(office);
  return office.during(office.client().folders.setMapping({ folderId, mapping, ifVersion }));
}

const amount = (cents: string) => `{"amount":${cents},"currency":"EUR","currencyAmount":${cents},"currencyRate":1}`;
/** The two lines of the rows, by hand, with the sides as they stand or the wrong way round. */
const rowsBody = (first: string, second: string) =>
  `{"data":{"lines":[` +
  `{"date":"2026-01-31","debit":${amount(first)},"credit":${amount(second)},"journal":"PAIE","account":"641100","reference":"PAIE 2026-01","label":"Salaires"},` +
  `{"date":"2026-01-31","debit":${amount(second)},"credit":${amount(first)},"journal":"PAIE","account":"421000","reference":"PAIE 2026-01","label":"Net à payer"}` +
  `]}}`;

describe('rows beside a scan', () => {
  it('wait for what their columns mean, which is said on them, and then go with it as those lines', async () => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.csv', ROWS);
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).toMatchObject({ problem: { kind: 'no-entries', why: 'needs-mapping' } });
    const { id: folderId } = await scanFolder(office);
    const sample = await office.during(office.client().folders.mappingSample({ folderId }));
    expect(sample).toMatchObject({ ok: true, value: { name: 'facture-118.csv', current: null } });
    const { id: scanId } = await office.named('facture-118.pdf');
    expect(await office.during(office.client().folders.mappingSample({ folderId, itemId: scanId }))).toEqual({
      ok: false,
      failure: 'no-file',
    });
    expect(await means(office, BY_DEBIT, null)).toMatchObject({ ok: true, value: { version: 1, readAgain: 1 } });
    await office.until(
      async () => ((await office.asked('facture-118.pdf')) as { kind: string }).kind === 'entries',
      'asked about the lines',
    );
    expect(await office.asked('facture-118.pdf')).toMatchObject({ lines: 2, debitCents: 215_010, creditCents: 215_010 });
    expect(await office.documents()).toEqual([]);
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([rowsBody('2150.10', '0.00')]);
    // The next ones are read by it at once.
    office.entries('facture-119.csv', ROWS.replaceAll('2150,10', '99,00'));
    office.scanOf('facture-119.pdf');
    await office.counted('held', 1);
    expect(await office.asked('facture-119.pdf')).toMatchObject({ kind: 'entries', debitCents: 9_900 });
  });

  it('are asked about again when that is corrected, whoever agreed to them before, and never leave by the former meaning', async () => {
    const office = await pairsOffice('expected');
    await means(office, BY_DEBIT, null);
    office.entries('facture-118.csv', ROWS);
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    office.network.set(SANDBOX, null);
    await office.send('facture-118.pdf');
    await office.counted('waiting', 1);
    expect(await means(office, BY_CREDIT, 1)).toMatchObject({ ok: true, value: { version: 2, readAgain: 1 } });
    await office.counted('held', 1);
    office.network.set(SANDBOX, office.sandbox.fetch);
    await office.clock.advance(HOUR_MS);
    expect(await office.asked('facture-118.pdf')).toMatchObject({ kind: 'entries', again: true });
    expect(await office.documents()).toEqual([]);
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([rowsBody('0.00', '2150.10')]);
    // What has left with its scan is not read again.
    expect(await means(office, BY_DEBIT, 2)).toMatchObject({ ok: true, value: { version: 3, readAgain: 0 } });
  });

  it('of other columns are held with what differs, and shown with their errors where they have some', async () => {
    const office = await pairsOffice('expected');
    await means(office, BY_DEBIT, null);
    office.entries('facture-118.csv', ROWS.replace('Compte', 'N° compte'));
    office.scanOf('facture-118.pdf');
    office.entries('facture-119.csv', ROWS.replace('31/01/2026', '31/02/2026'));
    office.scanOf('facture-119.pdf');
    await office.counted('held', 2);
    expect(await office.asked('facture-118.pdf')).toMatchObject({
      problem: { kind: 'entries-misfit', differences: [{ kind: 'renamed', name: 'Compte', found: 'N° compte' }] },
    });
    const { id: itemId } = await office.named('facture-119.csv');
    const head = await office.during(
      (async () => {
        for await (const piece of await office.client().items.entriesPreview({ itemId })) return piece;
        return null;
      })(),
    );
    expect(head).toMatchObject({
      kind: 'head',
      format: 'csv',
      errors: { count: 1, first: [{ kind: 'no-date', line: 2, value: '31/02/2026' }] },
    });
  });

  it('have their meaning said and checked on the command line, too, and none in a folder that takes no entries', async () => {
    const office = await pairsOffice('no');
    const path = join(tempFolder(), 'facture-118.csv');
    writeFileSync(path, ROWS);
    const check = () => office.during(runIn({ client: office.client() }, 'entries', 'check', '--folder', SCANS, path));
    expect(await check()).toMatchObject({ exit: 1, complained: expect.stringContaining('takes no entries') });
    expect(await means(office, BY_DEBIT, null)).toEqual({ ok: false, failure: 'not-found' });
    await takes(office, 'if-there');
    expect(await means(office, BY_DEBIT, null)).toMatchObject({ ok: true });
    expect(await check()).toMatchObject({ exit: 0, printed: expect.stringContaining('2 lines without errors') });
  });
});

describe('a text beside a scan', () => {
  it.each(['XIMPORT.TXT', 'quadratus.txt'])('is known as entries if it has fixed widths as in %s', async (name) => {
    const office = await pairsOffice('expected');
    const bytes = readFileSync(join(import.meta.dirname, '../../entries/open/dolibarr', name));
    office.disk.put(`${SCANS}/facture-118.txt`, bytes, office.clock.wallMs());
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).not.toEqual({ kind: 'entries-missing', files: [] });
    expect(await office.state('facture-118.txt')).toMatchObject({ kind: 'aside', why: 'with-scan' });
  });
});

/** `text`: null for a scan. */
function put({ disk, clock }: Office, path: string, text: string | null): void {
  disk.put(`${SCANS}/${path}`, text === null ? tinyPdf(path) : utf8(text), clock.wallMs());
}

describe('a sub-folder', () => {
  it.each(['if-there', 'expected'] as const)(
    'with one scan and one file of entries keeps them together whatever their names: %s',
    async (pairs) => {
      const office = await pairsOffice(pairs);
      put(office, 'facture-118/a-scan.pdf', null);
      put(office, 'facture-118/z-lignes.json', fileOf('120.50'));
      await office.counted('held', 1);
      await office.clock.advance(HOUR_MS);
      expect(await office.asked('a-scan.pdf')).toMatchObject({ kind: 'entries', debitCents: 12_050 });
      expect(await office.state('z-lignes.json')).toMatchObject({ kind: 'aside', why: 'with-scan' });
      await office.send('a-scan.pdf');
      await office.counted('awaiting', 1);
      expect(await office.received()).toEqual([bodyOf('120.50')]);
      // The next scan there is another one's neighbour: what has left with the first is not its.
      office.disk.take(`${SCANS}/facture-118/a-scan.pdf`);
      put(office, 'facture-118/other.pdf', null);
      const [kind, count] = pairs === 'expected' ? (['held', 1] as const) : (['awaiting', 2] as const);
      await office.counted(kind, count);
      expect(await office.asked('other.pdf')).toEqual(pairs === 'expected' ? { kind: 'entries-missing', files: [] } : 'awaiting');
    },
  );

  it('with more of them goes by their names again', async () => {
    const office = await pairsOffice('expected');
    put(office, '2026-01/scan.pdf', null);
    put(office, '2026-01/ecritures.json', fileOf('120.50'));
    await office.counted('held', 1);
    expect(await office.asked('scan.pdf')).toMatchObject({ kind: 'entries' });
    put(office, '2026-01/ecritures.pdf', null);
    await office.until(async () => JSON.stringify(await office.asked('scan.pdf')).includes('missing'), 'apart');
    expect(await office.asked('scan.pdf')).toEqual({ kind: 'entries-missing', files: [] });
    expect(await office.asked('ecritures.pdf')).toMatchObject({ kind: 'entries', debitCents: 12_050 });
    office.disk.take(`${SCANS}/2026-01/ecritures.pdf`);
    await office.until(async () => JSON.stringify(await office.asked('scan.pdf')).includes('debitCents'), 'together again');
  });

  it('is none for files that lie in the folder itself, or deeper', async () => {
    const office = await pairsOffice('expected');
    put(office, 'scan.pdf', null);
    put(office, 'ecritures.json', fileOf('120.50'));
    put(office, '2026/scan-2.pdf', null);
    put(office, '2026/01/ecritures.json', fileOf('99.00'));
    await office.counted('held', 2);
    await office.clock.advance(MINUTE_MS);
    for (const name of ['scan.pdf', 'scan-2.pdf']) expect(await office.asked(name)).toEqual({ kind: 'entries-missing', files: [] });
    await office.counted('unfit', 2);
  });
});

describe('a scan that a user had ignored', () => {
  it.each(['before their entries came', 'with its entries'])(
    'is asked about before it leaves without any, in a folder that takes none by now: %s',
    async (when) => {
      const office = await pairsOffice('expected');
      if (when === 'with its entries') office.entries('facture-118.json', fileOf('120.50'));
      office.scanOf('facture-118.pdf');
      await office.counted('held', 1);
      const { id } = await office.named('facture-118.pdf');
      await office.during(office.client().items.putAside({ itemIds: [id] }));
      await takes(office, 'no');
      await office.during(office.client().items.putBack({ itemIds: [id] }));
      await office.clock.advance(HOUR_MS);
      expect(await office.documents()).toEqual([]);
      expect(await office.asked('facture-118.pdf')).toEqual({ kind: 'entries-missing', files: [], untaken: true });
      // However the folder is set again: a user took back that they ignored it, and is asked.
      for (const pairs of ['no', 'if-there'] as const) {
        if (pairs === 'if-there' && when === 'with its entries') office.disk.take(`${SCANS}/facture-118.json`);
        await takes(office, pairs);
        await office.clock.advance(HOUR_MS);
        expect(await office.documents()).toEqual([]);
        expect(await office.asked('facture-118.pdf')).toMatchObject({ untaken: true });
      }
      expect(await office.named('facture-118.pdf')).not.toHaveProperty('entries');
      await office.send('facture-118.pdf');
      await office.counted('awaiting', 1);
      expect(await office.received()).toEqual([null]);
    },
  );
});

describe('a folder that takes entries where there are some', () => {
  it('sends a scan alone that has none, and tells entries that come later', async () => {
    const office = await pairsOffice('if-there');
    office.scanOf('facture-118.pdf');
    await office.counted('awaiting', 1);
    office.entries('facture-118.json', fileOf('120.50'));
    await office.counted('unfit', 1);
    expect(await office.state('facture-118.json')).toMatchObject({ problem: { kind: 'entries-late', name: 'facture-118.pdf' } });
    expect(await office.received()).toEqual([null]);
  });

  it('lets none of a pair that came at once go alone', async () => {
    const office = await pairsOffice('if-there');
    for (let n = 1; n <= 5; n += 1) {
      office.scanOf(`facture-${n}.pdf`);
      office.entries(`facture-${n}.json`, fileOf(`${n}.50`));
    }
    await office.counted('held', 5);
    await office.clock.advance(HOUR_MS);
    expect(await office.documents()).toEqual([]);
  });

  it('holds also a scan that waits to be sent when it is set to expect entries', async () => {
    const office = await pairsOffice('no');
    office.network.set(SANDBOX, null);
    office.scanOf('facture-118.pdf');
    await office.counted('waiting', 1);
    await takes(office, 'expected');
    office.network.set(SANDBOX, office.sandbox.fetch);
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).toEqual({ kind: 'entries-missing', files: [] });
    expect(await office.documents()).toEqual([]);
  });

  it('asks no more once it takes none, and sends the scan as any other', async () => {
    const office = await pairsOffice('expected');
    office.scanOf('facture-118.pdf');
    office.entries('facture-119.json', fileOf('120.50'));
    await office.counted('held', 1);
    await takes(office, 'no');
    await office.counted('awaiting', 1);
    expect(await office.state('facture-119.json')).toMatchObject({ problem: { kind: 'entries-among-scans', found: 'json' } });
    expect(await office.received()).toEqual([null]);
  });
});
