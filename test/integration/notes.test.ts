import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { NOTE_CHARACTERS_MAX } from '#shared/domain/item/note.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { tinyPdf } from '#test/sim/tiny-pdf.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { until } from '#test/support/until.ts';
import { aConnectedEngine } from '#test/unit/electron/an-engine.ts';
import { runIn } from '#test/unit/electron/headless/host-fixture.ts';
import { type IntegrationFixture, integrationFixture } from './integration-fixture.ts';

const NOTE = 'Acompte déjà versé :\nmerci de l’imputer sur « Travaux » — 100 % ok';

/** One document that waits, because its company is paused. */
async function waiting() {
  const fixture = await integrationFixture();
  const company = await fixture.connect('Bakery', await fixture.integration());
  await fixture.during(fixture.client().companies.pause({ companyId: company.id }));
  fixture.scan('one');
  await fixture.counted('waiting', 1);
  const [item] = await fixture.items();
  if (item === undefined) throw new Error('no item');
  const note = (text: string) => fixture.during(fixture.client().items.note({ itemId: item.id, text }));
  const resume = () => fixture.during(fixture.client().companies.resume({ companyId: company.id }));
  const sent = () => fixture.control<readonly { readonly comment: string | null; readonly externalReference: string }[]>('/documents');
  return { fixture, item, note, resume, sent, now: async (): Promise<Item | undefined> => (await fixture.items())[0] };
}

describe('a note to the accountant', () => {
  it('goes with the document, word for word, and outlives a restart', async () => {
    const all = await waiting();
    expect(await all.note(`  ${NOTE.replace('\n', '\r\n')}\u0007\u202e `)).toMatchObject({ ok: true, value: { comment: NOTE } });
    await all.fixture.during(all.fixture.desktop.close());
    await all.fixture.during(all.fixture.desktop.start());
    expect(await all.now()).toMatchObject({ comment: NOTE });
    await all.resume();
    await all.fixture.counted('awaiting', 1);
    expect(await all.sent()).toMatchObject([{ comment: NOTE }]);
  });

  it('is no part of the reference', async () => {
    const [plain, noted] = [await waiting(), await waiting()];
    await noted.note(NOTE);
    for (const all of [plain, noted]) {
      await all.resume();
      await all.fixture.counted('awaiting', 1);
    }
    const [one, two] = [await plain.sent(), await noted.sent()];
    expect(one[0]?.comment).toBeNull();
    expect(two[0]?.externalReference).toHaveLength(57);
    expect((await noted.now())?.reference).toBe(two[0]?.externalReference);
  });

  it('can be taken back before it left, and neither changed nor added after that', async () => {
    const all = await waiting();
    await all.note(NOTE);
    expect((await all.note('   ')).ok).toBe(true);
    expect((await all.now())?.comment).toBeUndefined();
    await all.resume();
    await all.fixture.counted('awaiting', 1);
    expect(await all.note(NOTE)).toEqual({ ok: false, failure: { kind: 'too-late' } });
    expect(await all.sent()).toMatchObject([{ comment: null }]);
  });
});

const GIVEN = '/office/Purchases/Given.pdf';
/** More calls to the world than a file needs from the window to the service. */
const KILLS_MAX = 200;

/** A file that is given is with the service within this time. */
const WITHIN_MS = 20_000;

/** Gives a file with a note in the window, as it does. */
async function give(fixture: IntegrationFixture): Promise<void> {
  const { windowUploads, overview } = fixture.client();
  const [folder] = (await overview()).folders;
  const bytes = tinyPdf('given');
  if (folder === undefined) throw new Error('no folder');
  const begun = await windowUploads.begin({
    place: { kind: 'folder', folderId: folder.id },
    name: 'Given.pdf',
    bytes: bytes.byteLength,
    note: NOTE,
  });
  if (!begun.ok) throw new Error(begun.failure.kind);
  const { windowUploadId } = begun.value;
  await windowUploads.piece({ windowUploadId, base64: Buffer.from(bytes).toString('base64') });
  await windowUploads.end({ windowUploadId });
}

/** The window's file goes to the service; the program is killed in each of these lives, and started again. */
async function killedWhileGiven(kills: readonly number[]) {
  const fixture = await integrationFixture();
  await fixture.connect('Bakery', await fixture.integration());
  let deaths = 0;
  for (const calls of kills) {
    fixture.killAfter(calls);
    if (!fixture.disk.files.has(GIVEN)) void give(fixture).catch(() => undefined);
    const isOver = () => fixture.desktop.client() === null;
    await fixture.clock.run(isOver, WITHIN_MS);
    if (fixture.desktop.client() !== null) break;
    deaths += 1;
    fixture.killAfter(Number.POSITIVE_INFINITY);
    await fixture.during(fixture.desktop.start());
  }
  // Nobody waits for an answer that will not come: the user gives again what is not in the folder.
  if (!fixture.disk.files.has(GIVEN)) await fixture.during(give(fixture));
  await fixture.counted('awaiting', 1);
  const sent = await fixture.control<readonly { readonly comment: string | null; readonly filename: string }[]>('/documents');
  return { deaths, sent: sent.map(({ filename, comment }) => [filename, comment]) };
}

describe('a note that is given with a file', () => {
  it('is with the document, at whatever call the program is killed between window and service', { timeout: 240_000 }, async () => {
    let kill = 0;
    for (let died = true; died && kill < KILLS_MAX; kill += 1) {
      const { deaths, sent } = await killedWhileGiven([kill]);
      expect({ kill, sent }).toEqual({ kill, sent: [['Given.pdf', NOTE]] });
      died = deaths > 0;
    }
    expect(kill).toBeGreaterThan(10);
  });

  it('is with it too if the program is killed again during its recovery', { timeout: 120_000 }, async () => {
    for (const kills of [
      [2, 3],
      [3, 9, 5],
      [4, 2, 2, 2],
    ]) {
      expect(await killedWhileGiven(kills)).toEqual({ deaths: kills.length, sent: [['Given.pdf', NOTE]] });
    }
  });
});

const parts = realParts();
const PROGRAM = new URL('../../electron/conversion/process/main.ts', import.meta.url);
const sample = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, '../support/conversions', name));

/** The whole engine on a real disk, with the real sandbox; files of the user lie beside the watched folder. */
async function atTheCommandLine() {
  const converter = forkedConverter({ clock: nodeClock(), log: recordingLog(), file: PROGRAM });
  onTestFinished(() => converter.end());
  const all = await aConnectedEngine(parts(), { converter });
  const own = join(all.root, 'own');
  mkdirSync(own);
  const { engine } = all;
  const file = (name: string, bytes: Uint8Array = tinyPdf(`${name} ${all.root}`)): string => {
    const path = join(own, name);
    writeFileSync(path, bytes);
    return path;
  };
  const add = (...args: readonly string[]) => runIn(engine, 'add', '--company', 'Exemple SARL', '--type', 'purchase', ...args);
  const comments = async () => Object.fromEntries((await all.documents()).map(({ filename, comment }) => [filename, comment]));
  const itemNamed = async (name: string): Promise<Item> => {
    const found = (await engine.client.items.list({ limit: 99 })).items.find((item) => item.name === name);
    if (found === undefined) throw new Error(`${name} is not in the list`);
    return found;
  };
  return { ...all, file, add, comments, itemNamed };
}

const TEST_MS = 60_000;

describe('a note on the command line', () => {
  it('goes with each file that is added, also read from standard input', { timeout: TEST_MS }, async () => {
    const { engine, file, add, comments } = await atTheCommandLine();
    expect(await add('--note', NOTE, file('a.pdf'), file('b.pdf'))).toMatchObject({ exit: 0, complained: '' });
    expect(await add(file('plain.pdf'))).toMatchObject({ exit: 0 });
    const piped = ['add', '--company', 'Exemple SARL', '--type', 'purchase', '--note', '-', file('c.pdf')];
    expect(await runIn({ client: engine.client, input: 'From a script\r\n' }, ...piped)).toMatchObject({ exit: 0 });
    await engine.until(({ counts }) => counts.awaiting === 4);
    expect(await comments()).toEqual({ 'a.pdf': NOTE, 'b.pdf': NOTE, 'c.pdf': 'From a script', 'plain.pdf': null });
  });

  it('and a number of one’s own arrive with the document, after a restart too; the number finds it', { timeout: TEST_MS }, async () => {
    const all = await waiting();
    const { folders } = await all.fixture.client().overview();
    for (const { id: folderId } of folders) {
      await all.fixture.during(all.fixture.client().folders.change({ folderId, notes: { text: 'Client', numberPattern: 'FAC-{number}' } }));
    }
    all.fixture.scan('FAC-118');
    await all.fixture.counted('waiting', 2);
    await all.fixture.during(all.fixture.desktop.close());
    await all.fixture.during(all.fixture.desktop.start());
    await all.resume();
    await all.fixture.counted('awaiting', 2);
    const numbered = (await all.fixture.items()).find(({ ownNumber }) => ownNumber !== undefined);
    const sent = (await all.sent()).find(({ externalReference }) => externalReference === numbered?.reference);
    expect([numbered?.ownNumber, sent?.comment]).toEqual(['118', 'N° 118\nClient']);
    expect(await all.fixture.during(all.fixture.client().items.list({ search: '118', limit: 9 }))).toMatchObject({ total: 1 });
  });

  it('has a number of one’s own with it, for one file; too long a one is refused', { timeout: TEST_MS }, async () => {
    const { engine, file, add, comments, itemNamed } = await atTheCommandLine();
    const [a, b] = [file('a.pdf'), file('b.pdf')];
    expect(await add('--own-number', '7', a, b)).toMatchObject({ exit: 1, printed: '', complained: expect.stringContaining('one file') });
    await expect(add('--own-number', '7'.repeat(61), a)).rejects.toThrow('--own-number: the number is too long: at most 60 characters');
    expect(await add('--note', NOTE, '--own-number', ' FAC\r\n7 ', a)).toMatchObject({ exit: 0, complained: '' });
    expect(await add('--own-number', '8', b)).toMatchObject({ exit: 0, complained: '' });
    await engine.until(({ counts }) => counts.awaiting === 2);
    expect(await comments()).toEqual({ 'a.pdf': `${NOTE}\nN° FAC 7`, 'b.pdf': 'N° 8' });
    expect(await itemNamed('a.pdf')).toMatchObject({ ownNumber: 'FAC 7', ownNumberFrom: 'user' });
    const { printed } = await runIn(engine, 'documents', '--search', 'fac');
    expect(printed).toMatch(/a\.pdf.*FAC 7/);
    expect(printed).not.toContain('b.pdf');
  });

  it('that is too long is refused with its excess, and nothing is added', { timeout: TEST_MS }, async () => {
    const { engine, file, add, scans, documents } = await atTheCommandLine();
    const long = 'é'.repeat(NOTE_CHARACTERS_MAX + 12);
    const words = 'the note is 12 characters too long: at most 1000 go with a document';
    await expect(add('--note', long, file('a.pdf'))).rejects.toThrow(`--note: ${words}`);
    const piped = ['add', '--company', 'Exemple SARL', '--type', 'purchase', '--note', '-', join(scans, '..', 'own', 'a.pdf')];
    expect(await runIn({ client: engine.client, input: long }, ...piped)).toMatchObject({
      exit: 1,
      complained: `${words}. Nothing was done.`,
    });
    // What is removed before it is sent does not count.
    expect(await add('--note', `${'é'.repeat(NOTE_CHARACTERS_MAX)}  \n\n`, file('b.pdf'))).toMatchObject({ exit: 0 });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect((await documents()).map(({ comment }) => comment?.length)).toEqual([NOTE_CHARACTERS_MAX]);
  });

  it('of a document is written, removed and too late, each with a clear answer', { timeout: TEST_MS }, async () => {
    const { engine, file, add, itemNamed, comments, root } = await atTheCommandLine();
    // A TIFF waits for its user: nobody has to be quick.
    expect(await add('--note', 'at first', file('scan.tiff', sample('three-mixed.tiff')))).toMatchObject({ exit: 0 });
    await engine.until(({ counts }) => counts.unfit === 1);
    const { id } = await itemNamed('scan.tiff');
    expect(await itemNamed('scan.tiff')).toMatchObject({ comment: 'at first' });
    const note = (text: string, input = '') => runIn({ client: engine.client, input }, 'documents', 'note', id, text);
    expect(await note('')).toEqual({ exit: 0, printed: `${id}: goes without a note`, complained: '' });
    expect((await itemNamed('scan.tiff')).comment).toBeUndefined();
    expect(await note('-', NOTE)).toEqual({ exit: 0, printed: `${id}: goes with this note:\n${NOTE}`, complained: '' });
    expect(await runIn(engine, 'documents', 'convert', '--send', id)).toMatchObject({ exit: 0 });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await comments()).toEqual({ 'scan.pdf': NOTE });
    expect(await note('after all')).toMatchObject({ exit: 1, printed: '', complained: expect.stringContaining('It has been sent') });
    expect((await itemNamed('scan.tiff')).comment).toBe(NOTE);
    writeFileSync(join(root, 'scans', 'page.gif'), Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
    await engine.until(({ counts }) => counts.unfit === 1);
    const gif = await itemNamed('page.gif');
    expect(await runIn(engine, 'documents', 'note', gif.id, NOTE)).toMatchObject({
      exit: 1,
      complained: expect.stringContaining('go nowhere'),
    });
  });

  it('goes with a version and with a joined document, in place of the notes of the parts or made of them', {
    timeout: TEST_MS,
  }, async () => {
    const { engine, file, add, itemNamed, comments } = await atTheCommandLine();
    await add('--note', 'page one', '--own-number', 'A-1', file('1.tiff', sample('g4.tiff')));
    await add('--note', 'page two', '--own-number', 'A-2', file('2.webp', sample('lossy.webp')));
    await add('--note', 'its own', '--own-number', 'B', file('3.tiff', sample('three-mixed.tiff')));
    await engine.until(({ counts }) => counts.unfit === 3);
    const ids = async (...names: readonly string[]) => Promise.all(names.map(async (name) => (await itemNamed(name)).id));
    const [third = ''] = await ids('3.tiff');
    expect(await runIn(engine, 'documents', 'convert', '--send', '--note', 'another', third)).toMatchObject({ exit: 0 });
    expect(await runIn(engine, 'documents', 'join', '--send', '--all-the-same', ...(await ids('1.tiff', '2.webp')))).toMatchObject({
      exit: 0,
    });
    await engine.until(({ counts }) => counts.awaiting === 2);
    expect(await comments()).toEqual({ '3.pdf': 'another\nN° B', '1 + 1.pdf': 'page one\npage two\nN° A-1, A-2' });
    await expect(runIn(engine, 'documents', 'join', '--note', 'x', ...(await ids('1.tiff', '2.webp')))).rejects.toThrow(
      '--note goes with --send',
    );
  });

  it('with a corrected file is there, and one with a file that was sent before is told to come too late', {
    timeout: TEST_MS,
  }, async () => {
    const { engine, file, add, itemNamed, documents, comments, scans } = await atTheCommandLine();
    await add(file('facture.pdf'));
    await engine.until(({ counts }) => counts.awaiting === 1);
    const [{ documentId } = { documentId: '' }] = await documents();
    await parts().control.decide(documentId, { documentState: 'Refused', rejectionReason: 'TVA' });
    await engine.until(({ counts }) => counts.refused === 1);
    const { id } = await itemNamed('facture.pdf');
    expect(await runIn(engine, 'add', '--instead-of', id, '--note', NOTE, file('corrected.pdf'))).toMatchObject({ exit: 0 });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await comments()).toMatchObject({ 'corrected.pdf': NOTE });
    // Its file is no longer there, so it can be added again.
    rmSync(join(scans, 'corrected.pdf'));
    await until('the file is known to be gone', async () => {
      await engine.client.lookAgain();
      const detail = await engine.client.items.get({ itemId: (await itemNamed('corrected.pdf')).id });
      return detail.ok && detail.value.places.every(({ present }) => !present);
    });
    const again = await add('--note', 'later', join(scans, '..', 'own', 'corrected.pdf'));
    expect(again).toMatchObject({ exit: 1, printed: 'corrected.pdf', complained: expect.stringContaining('the note goes nowhere') });
    expect(await comments()).toMatchObject({ 'corrected.pdf': NOTE });
  });
});
