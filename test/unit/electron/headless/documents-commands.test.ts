import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { aConnectedEngine, anEngine } from '../an-engine.ts';
import { runIn } from './host-fixture.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { MINUTE_MS, plus, wallMs } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { tempFolder } from '#test/support/folders.ts';

const parts = realParts();

describe('an unfit photo, on the command line', () => {
  it('is made into what the service takes, and sent only if that is said', { timeout: 60_000 }, async () => {
    const converter = testConverter(nodeFiles());
    // The sandbox looks at the first bytes.
    converter.version = '%PDF-1.7 made';
    const { engine, scans, documents } = await aConnectedEngine(parts(), { converter });
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    await engine.until(({ counts }) => counts.unfit === 1);
    const [item] = (await engine.client.items.list({ limit: 9 })).items;
    if (item === undefined) throw new Error('it was not found');
    const { id } = item;
    const made = Buffer.concat([Buffer.from('%PDF-1.7 made:'), readFileSync(sampleFiles.heic.path)]);
    const sha256 = createHash('sha256').update(made).digest('hex');
    const convert = (...more: string[]) => runIn(engine, 'documents', 'convert', id, ...more);

    const looked = await convert();
    expect(looked).toMatchObject({
      exit: 0,
      printed: expect.stringContaining(`2 pages, ${made.byteLength} bytes, from the HEIC. SHA-256: ${sha256}`),
    });
    expect(looked.printed).toContain(`intray documents convert ${id} --send`);
    expect(engine.app.overview().counts).toMatchObject({ unfit: 1, waiting: 0 });
    const pieces: Buffer[] = [];
    for await (const piece of await engine.client.items.conversionBytes({ itemId: id })) {
      if (piece.kind === 'piece') pieces.push(Buffer.from(piece.base64, 'base64'));
    }
    expect(Buffer.compare(Buffer.concat(pieces), made)).toBe(0);

    converter.fault = 'too-many-pages';
    expect(await convert('--send')).toMatchObject({ exit: 1, complained: expect.stringContaining('too many pages') });
    converter.fault = null;
    const sent = await convert('--send', '--json');
    expect(JSON.parse(sent.printed)).toMatchObject({ id, became: 'sent', conversion: { sha256, from: 'heic' } });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await documents()).toHaveLength(1);
    expect(await convert('--send')).toMatchObject({ exit: 1, complained: expect.stringContaining('Nothing can be made') });
    expect(await documents()).toHaveLength(1);
    await proveOnce(engine, id, made);
  });

  it('is not sent unseen where some of it may be missing, and its other pictures are made on demand', { timeout: 60_000 }, async () => {
    const converter = testConverter(nodeFiles());
    converter.version = '%PDF-1.7 made';
    converter.remarks = [{ kind: 'damaged' }, { kind: 'one-of', pictures: 3 }, { kind: 'actions-removed' }];
    const { engine, scans, documents } = await aConnectedEngine(parts(), { converter });
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    await engine.until(({ counts }) => counts.unfit === 1);
    const [item] = (await engine.client.items.list({ limit: 9 })).items;
    if (item === undefined) throw new Error('it was not found');
    const convert = (...more: string[]) => runIn(engine, 'documents', 'convert', item.id, ...more);

    const looked = await convert();
    expect(looked).toMatchObject({ exit: 0, printed: expect.stringContaining('some of it may be missing') });
    expect(looked.printed).toContain('Only 1 of the 3 pictures');
    expect(looked.printed).toContain('JavaScript');
    const withheld = await convert('--send', '--json');
    expect(withheld).toMatchObject({ exit: 1, complained: expect.stringContaining('--all-the-same') });
    expect(JSON.parse(withheld.printed)).toMatchObject({ became: null, conversion: { remarks: converter.remarks } });
    expect(engine.app.overview().counts).toMatchObject({ unfit: 1, waiting: 0 });
    const all = await convert('--all-pictures');
    expect(all.printed).not.toContain('Only 1 of');
    expect(all.printed).toContain(`intray documents convert ${item.id} --all-pictures --send`);
    expect(converter.requests.at(-1)).toMatchObject({ allPictures: true });
    converter.remarks = [{ kind: 'one-of', pictures: 3 }];
    const sent = await convert('--send', '--all-the-same', '--json');
    expect(JSON.parse(sent.printed)).toMatchObject({ became: 'sent', conversion: { remarks: [{ kind: 'one-of', pictures: 3 }] } });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await documents()).toHaveLength(1);
  });
});

/** What was sent is made once more for a proof; a file that is there stays. */
async function proveOnce(engine: Parameters<typeof runIn>[0], id: string, sent: Buffer): Promise<void> {
  const path = join(tempFolder(), 'proof.zip');
  const prove = (...more: string[]) => runIn(engine, 'documents', 'proof', ...more, '--to', path);
  expect(await prove(id)).toMatchObject({ exit: 0, printed: expect.stringContaining(path) });
  const proof = readFileSync(path);
  for (const name of ['document/file.heic', 'document/sent.pdf', createHash('sha256').update(sent).digest('hex')])
    expect(proof.includes(name)).toBe(true);
  expect(proof.includes(sent)).toBe(true);
  expect(await prove(id)).toMatchObject({ exit: 1, complained: expect.stringContaining('is there already') });
  expect(readFileSync(path).equals(proof)).toBe(true);
  expect(await prove('00000000-0000-4000-8000-000000000000')).toMatchObject({
    exit: 1,
    complained: expect.stringContaining('There is no document of this id of which anything has left'),
  });
}

describe('several unfit pictures, on the command line', () => {
  it('are joined into one PDF, which is sent only if that is said, and can be taken apart before', { timeout: 60_000 }, async () => {
    const converter = testConverter(nodeFiles());
    // The sandbox looks at the first bytes.
    converter.version = '%PDF-1.7 made';
    const { engine, scans, documents } = await aConnectedEngine(parts(), { converter });
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    copyFileSync(sampleFiles.tiff.path, join(scans, 'scan.tiff'));
    await engine.until(({ counts }) => counts.unfit === 2);
    const { items } = await engine.client.items.list({ limit: 9, sort: 'name' });
    const ids = items.map(({ id }) => id);
    const run = (...args: string[]) => runIn(engine, 'documents', ...args);

    const looked = await run('join', ...ids);
    expect(looked).toMatchObject({ exit: 0, printed: expect.stringContaining('Made a PDF of 2 pages') });
    expect(looked.printed).toContain(`intray documents join ${ids.join(' ')} --send`);
    expect(engine.app.overview().counts).toMatchObject({ unfit: 2, waiting: 0 });
    expect(await documents()).toHaveLength(0);

    converter.fault = 'not-understood';
    expect(await run('join', ...ids)).toMatchObject({ exit: 1, complained: expect.stringMatching(`^${ids[1]}: Its file is damaged`) });
    converter.fault = null;
    expect(await run('join', ids[0] ?? '', ids[0] ?? '')).toMatchObject({ exit: 1, complained: expect.stringContaining('two documents') });
    expect(await run('undo-join', ids[0] ?? '')).toMatchObject({ exit: 1, complained: expect.stringContaining('Nothing was changed') });

    const sent = JSON.parse((await run('join', ...ids, '--send', '--json')).printed);
    expect(sent).toMatchObject({ parts: ids, became: 'sent', conversion: { from: 'joined' } });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(engine.app.overview().counts).toMatchObject({ unfit: 0, aside: 2 });
    expect(await documents()).toHaveLength(1);
    const made = Buffer.concat([sampleFiles.heic.path, sampleFiles.tiff.path].map((path) => Buffer.from(readFileSync(path).toString())));
    expect(sent.conversion.bytes).toBeGreaterThan(made.byteLength);
    expect(await run('undo-join', sent.id)).toMatchObject({ exit: 1 });
    expect((await run('--state', 'aside')).printed).toContain(`joined into ${sent.id}`);
    expect(await run('join', ...ids, '--send')).toMatchObject({ exit: 1, complained: expect.stringContaining('Only pictures') });
  });
});

describe('an unfit document, on the command line', () => {
  it('is sent all the same, once, with a reason where it cannot be', { timeout: 60_000 }, async () => {
    const { engine, scans, documents } = await aConnectedEngine(parts());
    const locked = join(scans, 'protege.pdf');
    copyFileSync(sampleFiles.password.path, locked);
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    await engine.until(({ counts }) => counts.unfit === 2);
    const { items } = await engine.client.items.list({ limit: 9 });
    const idOf = (ending: string): string => items.find(({ name }) => name.endsWith(ending))?.id ?? '';
    const send = (...ids: string[]) => runIn(engine, 'documents', 'send-anyway', ...ids);
    expect(await send(idOf('.heic'))).toMatchObject({ exit: 1, complained: expect.stringContaining('by its rules') });
    rmSync(locked);
    expect(await send(idOf('.pdf'))).toMatchObject({ exit: 1, complained: expect.stringContaining('no longer where it was') });
    copyFileSync(sampleFiles.password.path, locked);
    await engine.until(({ counts }) => counts.unfit === 2);
    expect(await send('--json', idOf('.pdf'))).toMatchObject({
      exit: 0,
      printed: JSON.stringify([{ id: idOf('.pdf'), became: 'sent' }], null, 2),
    });
    await engine.until(({ counts }) => counts.awaiting === 1 && counts.unfit === 1);
    expect(await documents()).toHaveLength(1);
    expect(await send(idOf('.pdf'))).toMatchObject({ exit: 1 });
    expect(await documents()).toHaveLength(1);
  });
});

const NAMES = ['Scan 10.pdf', 'scan 9.pdf', 'Été.pdf'];

/** Three documents that a real service has received, found in the order of their names above. */
async function received() {
  const all = await aConnectedEngine(parts());
  for (const [at, name] of NAMES.entries()) {
    writeFileSync(join(all.scans, name), aPdf(`${name} ${all.root}`));
    await all.engine.until(({ counts }) => counts.awaiting === at + 1);
  }
  const listed = async (...args: readonly string[]) => {
    const { printed } = await runIn(all.engine, 'documents', '--json', ...args);
    return (JSON.parse(printed) as { name: string; state: { documentId: string } }[]).map(({ name }) => name);
  };
  return { ...all, listed };
}

describe('the list of documents on the command line', () => {
  it('is sorted, searched and narrowed to days as in the window', { timeout: 120_000 }, async () => {
    const { engine, listed, documents } = await received();
    expect(await listed()).toEqual(['Été.pdf', 'scan 9.pdf', 'Scan 10.pdf']);
    expect(await listed('--sort', 'oldest')).toEqual(['Scan 10.pdf', 'scan 9.pdf', 'Été.pdf']);
    expect(await listed('--sort', 'name')).toEqual(['Été.pdf', 'scan 9.pdf', 'Scan 10.pdf']);
    expect(await listed('--sort', 'name', '--limit', '2')).toEqual(['Été.pdf', 'scan 9.pdf']);
    expect(await listed('--search', 'SCAN', '--sort', 'oldest')).toEqual(['Scan 10.pdf', 'scan 9.pdf']);
    const [newest] = await documents();
    expect(await listed('--search', newest?.documentId?.replaceAll('-', '') ?? 'none')).toHaveLength(1);
    const today = new Date();
    const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
    expect(await listed('--from', '2020-01-01', '--to', day)).toHaveLength(3);
    expect(await runIn(engine, 'documents', '--to', '2020-01-01')).toMatchObject({ exit: 0, complained: 'There is no such document.' });
  });

  it('refuses an order and a day that are none, and a search that is too long', async () => {
    const { readCommand } = await import('#electron/headless/commands/all-commands.ts');
    for (const wrong of [
      ['--sort', 'size'],
      ['--from', '1 May'],
      ['--search', 'x'.repeat(201)],
    ])
      expect(readCommand(['documents', ...wrong, '--profile', 'p'])).toMatchObject({ ok: false });
  });
});

const cut = readFileSync(sampleFiles.invoice.path).subarray(0, 9_000);

/** A company with a folder for purchases, on real disk, sandbox and relay; the test advances the wall clock. */
async function connected() {
  const root = tempFolder();
  const purchases = join(root, 'Achats');
  mkdirSync(purchases);
  const real = nodeClock();
  let ahead = 0;
  const engine = await anEngine(root, { clock: { ...real, wallMs: () => plus(real.wallMs(), ahead) } });
  await engine.client.installation.change(parts().installation);
  const company = await engine.client.companies.connect({ name: 'Boulangerie', ...(await parts().control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  const of = { companyId: company.value.id, settleMs: 50, existing: 'send' } as const;
  const added = await engine.client.folders.add({ ...of, importType: 'purchase-invoices', path: purchases });
  if (!added.ok) throw new Error(added.failure.kind);
  const aMinuteLater = (): void => {
    ahead += MINUTE_MS;
  };
  return { engine, purchases, aMinuteLater };
}

describe('a file that is not complete, on the command line', () => {
  it('is listed, sent as it is after its minute and not before, and is a document like any other', { timeout: 60_000 }, async () => {
    const { engine, purchases, aMinuteLater } = await connected();
    const file = join(purchases, 'facture.pdf');
    writeFileSync(file, cut);
    await engine.until(({ unfinished }) => unfinished !== undefined);
    expect((await runIn(engine, 'status')).printed).toContain(`standing: fine`);
    expect((await runIn(engine, 'status')).printed).toContain(`not complete, or being written: ${JSON.stringify(file)}, 9000 bytes`);
    expect((await runIn(engine, 'doctor')).printed).not.toContain('not complete');
    expect(await runIn(engine, 'send-as-it-is', file)).toMatchObject({ exit: 1, complained: expect.stringContaining('a minute') });
    aMinuteLater();
    expect((await runIn(engine, 'doctor')).printed).toContain('1 not complete');
    expect(await runIn(engine, 'send-as-it-is', file)).toMatchObject({ exit: 0, printed: 'it is in the list of documents now, as it is' });
    await engine.until(({ counts, unfinished }) => counts.awaiting === 1 && unfinished === undefined);
    expect((await engine.client.items.list({ limit: 9 })).items).toMatchObject([{ name: 'facture.pdf', bytes: 9_000 }]);
    expect(await runIn(engine, 'send-as-it-is', file)).toMatchObject({ exit: 1, complained: expect.stringContaining('Nobody waits') });
  });

  it('is none that lies elsewhere', { timeout: 60_000 }, async () => {
    const { engine, purchases } = await connected();
    const ran = await runIn(engine, 'send-as-it-is', join(purchases, '..', 'facture.pdf'));
    expect(ran).toMatchObject({ exit: 1, complained: expect.stringContaining('no watched folder') });
  });
});

describe('what is expected, on the command line', () => {
  it('is listed by month, and switched off and on again by its id', { timeout: 60_000 }, async () => {
    const { engine, company } = await aConnectedEngine(parts());
    const run = (...args: string[]) => runIn(engine, 'documents', 'expected', ...args);
    expect(await run()).toMatchObject({ exit: 0, printed: '', complained: expect.stringContaining('Nothing is missing') });
    expect(await run('--off', 'abc')).toMatchObject({ exit: 1, complained: expect.stringContaining('no such id') });
    expect(JSON.parse((await run('--json')).printed)).toEqual([{ companyId: company.id, missing: [], unexpected: [] }]);
    const last = { itemId: company.id, name: 'Orange 2026-08.pdf', at: wallMs(Date.UTC(2026, 8, 12)) };
    const missing = [{ seriesId: 'abc', name: 'Orange', month: '2026-09-01', count: 2, last }];
    const companies = {
      expected: async () => ({ companies: [{ companyId: company.id, missing, unexpected: [{ seriesId: 'def', name: 'EDF' }] }] }),
      expect: async ({ seriesId }: { readonly seriesId: string }) => ({ done: seriesId === 'abc' }),
    };
    const client = new Proxy(engine.client, { get: (of, name) => (name === 'companies' ? companies : Reflect.get(of, name)) });
    const say = (...args: string[]) => runIn({ client }, 'documents', 'expected', ...args);
    const listed = await say();
    expect(listed.printed).toMatch(/^2026-09 +Orange \(2\) +2026-09-12 +abc$/m);
    expect(listed.printed).toMatch(/^off +EDF +def$/m);
    expect(await say('--off', 'abc')).toMatchObject({ exit: 0, printed: expect.stringContaining('not expected any more') });
    expect(await say('--on', 'abc')).toMatchObject({ exit: 0, printed: expect.stringContaining('expected again') });
    expect(await say('--on', 'xyz')).toMatchObject({ exit: 1 });
  });
});
