import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { SANDBOX } from '../integration-fixture.ts';
import { actsOf, bodyOf, fileOf, pairsOffice, SCANS, takes, wrongFile } from '../entries-office.ts';

const QUESTION = { kind: 'entries', lines: 2, debitCents: 12_050, creditCents: 12_050, warnings: 0 };

describe('a scan in a folder where every scan has entries', () => {
  it.each(['scan first', 'entries first'])('is asked about together with its entries, and both leave in one request: %s', async (order) => {
    const office = await pairsOffice('expected');
    const both = [() => office.scanOf('facture-118.pdf'), () => office.entries('facture-118.json', fileOf('120.50'))];
    for (const drop of order === 'scan first' ? both : both.toReversed()) {
      drop();
      await office.clock.advance(60_000);
    }
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).toEqual(QUESTION);
    expect(await office.state('facture-118.json')).toMatchObject({
      kind: 'aside',
      why: 'with-scan',
      into: (await office.named('facture-118.pdf')).id,
    });
    expect(await office.documents()).toEqual([]);
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([bodyOf('120.50')]);
    expect((await office.overview()).counts).toMatchObject({ held: 0, unfit: 0 });
  });

  it.each([
    ['as programs for Windows write it', 'Facture-118.PDF', 'facture-118.json'],
    ['with its accent in two characters, as a Mac may write it', 're\u0301sume\u0301.pdf', 'Résumé.json'],
  ])('has the entries of its name in other letters: %s', async (_, name, file) => {
    const office = await pairsOffice('expected');
    office.scanOf(name);
    const scan = name.normalize('NFC');
    await office.counted('held', 1);
    office.entries(file, fileOf('120.50'));
    await office.until(async () => ((await office.asked(scan)) as { kind: string }).kind === 'entries', 'asked about the lines');
    await office.send(scan);
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([bodyOf('120.50')]);
  });

  it('waits, and says what for, until a user has it sent without', async () => {
    const office = await pairsOffice('expected');
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).toEqual({ kind: 'entries-missing', files: [] });
    await office.clock.advance(HOUR_MS);
    expect(await office.documents()).toEqual([]);
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([null]);
  });

  it('does not leave while its entries have errors, which are all named', async () => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.json', wrongFile('120.50'));
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    await office.clock.advance(HOUR_MS);
    expect(await office.asked('facture-118.pdf')).toMatchObject({
      kind: 'entries-missing',
      files: [{ name: 'facture-118.json' }],
      problem: { kind: 'entries', errors: 1, faults: [{ kind: 'no-date', line: 2, column: 31, value: '2026-02-30' }] },
    });
    expect(await office.documents()).toEqual([]);
    office.entries('facture-118.json', fileOf('120.50'));
    await office.until(
      async () => ((await office.asked('facture-118.pdf')) as { kind: string }).kind === 'entries',
      'asked about the lines',
    );
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([bodyOf('120.50')]);
  });

  it.each([
    [
      'rows that nobody has explained',
      'facture-118.csv',
      'Date;Compte;Débit\n31/01/2026;641100;2150,10\n',
      { kind: 'no-entries', why: 'needs-mapping' },
    ],
    ['more than the service takes', 'facture-118.json', fileOf('120.50').padEnd(5_300_000), { kind: 'too-large', bytes: 5_300_000 }],
  ])('does not leave while what lies beside it is %s', async (_, name, text, problem) => {
    const office = await pairsOffice('expected');
    office.entries(name, text);
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    await office.clock.advance(HOUR_MS);
    expect(await office.asked('facture-118.pdf')).toMatchObject({ kind: 'entries-missing', files: [{ name }], problem });
    expect(await office.documents()).toEqual([]);
  });

  it('asks which file has its entries while there are several', async () => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.json', fileOf('120.50'));
    office.entries('facture-118.txt', fileOf('99.00'));
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).toMatchObject({
      kind: 'entries-missing',
      files: [{ name: 'facture-118.json' }, { name: 'facture-118.txt' }],
    });
    office.disk.take(`${SCANS}/facture-118.txt`);
    await office.until(
      async () => ((await office.asked('facture-118.pdf')) as { kind: string }).kind === 'entries',
      'asked about the lines',
    );
  });

  it('takes a text with the contract’s lines as its entries, and a note as none', async () => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.txt', fileOf('120.50'));
    office.scanOf('facture-118.pdf');
    office.entries('facture-119.txt', 'For the new oven');
    office.entries('facture-119.draft.json', fileOf('99.00'));
    office.scanOf('facture-119.pdf');
    await office.counted('held', 2);
    expect(await office.asked('facture-118.pdf')).toEqual(QUESTION);
    expect(await office.asked('facture-119.pdf')).toEqual({ kind: 'entries-missing', files: [] });
  });

  it('is told alone if only its entries are there', async () => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.json', fileOf('120.50'));
    await office.counted('unfit', 1);
    expect(await office.state('facture-118.json')).toEqual({ kind: 'unfit', by: 'intray', problem: { kind: 'entries-without-scan' } });
  });
});

describe('entries that change', () => {
  it('before the scan has left are asked about again, and the yes to the former ones is none to them', async () => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.json', fileOf('120.50'));
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    office.network.set(SANDBOX, null);
    await office.send('facture-118.pdf');
    await office.counted('waiting', 1);
    office.entries('facture-118.json', fileOf('99.00'));
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).toMatchObject({ kind: 'entries', debitCents: 9_900, again: true });
    office.network.set(SANDBOX, office.sandbox.fetch);
    await office.clock.advance(HOUR_MS);
    expect(await office.documents()).toEqual([]);
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([bodyOf('99.00')]);
  });

  it('while the service has not answered yet change nothing about what is sent: each try has the same lines', async () => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.json', fileOf('120.50'));
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    let tries = 0;
    office.network.set(SANDBOX, async (request) => {
      if (!new URL(request.url).pathname.endsWith('/purchase-invoices') || tries > 1) return office.sandbox.fetch(request);
      tries += 1;
      await request.arrayBuffer();
      return new Response(null, { status: 502 });
    });
    await office.send('facture-118.pdf');
    await office.until(async () => tries > 0, 'begun');
    office.entries('facture-118.json', fileOf('99.00'));
    await office.counted('unfit', 1);
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([bodyOf('120.50')]);
  });

  it('after a user had the scan sent without them are asked about, unless it has left', async () => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.json', wrongFile('120.50'));
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    office.network.set(SANDBOX, null);
    await office.send('facture-118.pdf');
    await office.counted('waiting', 1);
    await office.clock.advance(60_000);
    expect(await office.asked('facture-118.pdf')).toBe('waiting');
    office.entries('facture-118.json', fileOf('120.50'));
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).toEqual(QUESTION);
    office.network.set(SANDBOX, office.sandbox.fetch);
    await office.clock.advance(HOUR_MS);
    expect(await office.documents()).toEqual([]);
  });

  it('after the scan has left are told as late, and go with it only when a user sends it again', async () => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.json', fileOf('120.50'));
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    office.entries('facture-118.json', fileOf('99.00'));
    await office.counted('unfit', 1);
    expect(await office.state('facture-118.json')).toMatchObject({ problem: { kind: 'entries-late', name: 'facture-118.pdf' } });
    const [sent] = await office.documents();
    await office.decide(sent?.documentId ?? '', 'Refused');
    await office.counted('refused', 1);
    const { id } = await office.named('facture-118.pdf');
    await office.during(office.client().items.sendAgain({ itemIds: [id] }));
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).toMatchObject({ kind: 'entries', debitCents: 9_900, again: true });
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    expect(new Set(await office.received())).toEqual(new Set([bodyOf('120.50'), bodyOf('99.00')]));
    expect((await office.documents()).map(({ externalReference }) => externalReference.slice(-2)).toSorted()).toEqual(['00', '01']);
  });

  it('and are taken away before the scan has left are missed', async () => {
    const office = await pairsOffice('if-there');
    office.entries('facture-118.json', fileOf('120.50'));
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    expect(await office.asked('facture-118.pdf')).toEqual(QUESTION);
    office.disk.take(`${SCANS}/facture-118.json`);
    await office.until(async () => ((await office.asked('facture-118.pdf')) as { kind: string }).kind === 'entries-missing', 'missed');
    await office.clock.advance(HOUR_MS);
    expect(await office.documents()).toEqual([]);
  });
});

describe('two computers on one folder of pairs', () => {
  it('ask at both, and the service has both files once, with nothing left to do at the other', async () => {
    const office = await pairsOffice('expected');
    const second = await office.secondComputer('laptop');
    await second.connect('Bakery', office.integration);
    await takes(second, 'expected');
    const there = actsOf(second);
    office.entries('facture-118.json', fileOf('120.50'));
    office.scanOf('facture-118.pdf');
    for (const each of [office, second]) await each.counted('held', 1);
    await office.send('facture-118.pdf');
    await office.counted('awaiting', 1);
    const [sent] = await office.documents();
    await office.decide(sent?.documentId ?? '', 'Accepted');
    for (const each of [office, second]) await each.counted('accepted', 1);
    expect(await office.received()).toEqual([bodyOf('120.50')]);
    // What went with it is known where it was sent from, and only there.
    expect(await office.named('facture-118.pdf')).toMatchObject({ pair: { kind: 'with' }, entries: { lines: 2 } });
    expect(await office.named('facture-118.pdf')).not.toHaveProperty('entries.returned');
    expect(await there.named('facture-118.pdf')).not.toHaveProperty('entries');
    expect(await there.state('facture-118.json')).toMatchObject({ kind: 'aside', why: 'with-scan' });
  });
});

describe('a computer that is killed while it sends a pair', () => {
  it.each([1, 2, 3, 5, 8, 13, 21, 34])('after %s of its calls has both at the service once, when it is back', async (calls) => {
    const office = await pairsOffice('expected');
    office.entries('facture-118.json', fileOf('120.50'));
    office.scanOf('facture-118.pdf');
    await office.counted('held', 1);
    await office.send('facture-118.pdf');
    office.killAfter(calls);
    await office.clock.advance(2_000);
    office.desktop.kill();
    office.killAfter(1_000_000);
    await office.during(office.desktop.start());
    await office.counted('awaiting', 1);
    expect(await office.received()).toEqual([bodyOf('120.50')]);
  });
});
