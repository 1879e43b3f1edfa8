import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accepted, createWindowUploads } from '#electron/upload-from-window/create-window-uploads.ts';
import { sampleDocument } from '#electron/upload-from-window/sample-document.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { isIgnored } from '#electron/intake/folder/ignored.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { isConvertible } from '#shared/domain/item/conversion/conversion-offer.ts';
import { aPdf, largePdf } from '#test/support/documents/pdfs.ts';
import { HANDED_BYTES_MAX, WINDOW_UPLOAD_PIECE_BYTES, type WindowUploadPlace } from '#shared/app-api/window-upload.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { hex } from '#shared/lib/bytes.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { fail } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Files } from '#shared/ports/files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aCompany, aFile, aFolder, anOpenJournal, closeQuietly, INTEGRATION, opened } from '#test/unit/electron/journal/an-open-journal.ts';

/** A real journal, a real folder and real handovers; the test enters what is found in the folder into the journal. */
function setUp(files: Partial<Files> = {}, isTest = true) {
  const open = anOpenJournal();
  const root = tempFolder();
  const folder = aFolder(open, aCompany(open), 'purchase-invoices', root);
  mkdirSync(folder.path);
  const windowUploads = createWindowUploads({
    clock: open.clock,
    random: seededRandom(3),
    files: { ...nodeFiles(), ...files },
    store: open.journal.givenFiles,
    inspect: async (file) => accepted(inspect({ ...file, size: file.bytes.byteLength }, nodeSha256), file.importType),
    isLeftAlone: (name) => isIgnored(name, 'file'),
    sample: () => (isTest ? sampleDocument('fr', open.clock.wallMs()) : null),
    writes: () => undefined,
    wrote: () => undefined,
  });
  const place: WindowUploadPlace = { kind: 'folder', folderId: folder.id };
  const hand = async (name: string, bytes: Buffer, to: WindowUploadPlace = place, note?: string, userEmail?: string) => {
    const begun = await windowUploads.begin({ place: to, name, bytes: bytes.byteLength, note, userEmail });
    if (!begun.ok) return begun;
    const { windowUploadId } = begun.value;
    for (let at = 0; at < bytes.byteLength; at += WINDOW_UPLOAD_PIECE_BYTES) {
      const sent = windowUploads.piece({ windowUploadId, base64: bytes.subarray(at, at + WINDOW_UPLOAD_PIECE_BYTES).toString('base64') });
      if (!sent.ok) return sent;
    }
    return windowUploads.end({ windowUploadId });
  };
  const found = (name: string): ItemId => {
    const bytes = readFileSync(join(folder.path, name));
    const inspected = inspect({ name, bytes, size: bytes.byteLength }, nodeSha256);
    return open.journal.intake.enqueue({ ...aFile(folder, { name }), inspected }).itemId;
  };
  return { ...open, folder, windowUploads, place, hand, found, names: () => readdirSync(folder.path).sort() };
}

describe('a file that a person hands over', () => {
  it('is copied whole, in many pieces, and never over another one', async () => {
    const { hand, folder, names } = setUp();
    const large = aPdf('large', 5_000_000);
    writeFileSync(join(folder.path, 'scan.pdf'), 'somebody else’s');
    expect(await hand('scan.pdf', large)).toEqual({ ok: true, value: { folderId: folder.id, name: 'scan (2).pdf' } });
    expect(readFileSync(join(folder.path, 'scan (2).pdf')).equals(large)).toBe(true);
    expect(readFileSync(join(folder.path, 'scan.pdf'), 'utf8')).toBe('somebody else’s');
    expect(names()).toEqual(['scan (2).pdf', 'scan.pdf']);
  });

  it.each([
    ['scans/../../passwd.pdf', 'scans_.._.._passwd.pdf'],
    ['C:\\scans\\a.pdf', 'C_scans_a.pdf'],
    ['con.pdf', '_con.pdf'],
    ['scan.exe:facture.pdf', 'scan.exe_facture.pdf'],
    ['facture.pdf::$DATA.pdf', 'facture.pdf_$DATA.pdf'],
    ['Reçu été.pdf', 'Reçu été.pdf'],
    [`${'é'.repeat(200)}.pdf`, `${'é'.repeat(98)}.pdf`],
  ])('named %s lies in the folder, under a name that every system takes', async (name, expected) => {
    const { hand, names } = setUp();
    expect(await hand(name, aPdf('a'))).toMatchObject({ ok: true, value: { name: expected } });
    expect(names()).toEqual([expected]);
  });

  it('that can be made fit is copied, and the person is offered that later', async () => {
    const { hand, names, found, journal } = setUp();
    for (const { name, path } of [sampleFiles.tiff, sampleFiles.password]) {
      expect(await hand(name, readFileSync(path))).toMatchObject({ ok: true, value: { name } });
      expect(isConvertible(journal.items.get(found(name)))).toBe(true);
    }
    expect(await hand('large.pdf', largePdf())).toMatchObject({ ok: true });
    expect(names()).toHaveLength(3);
  });

  it('that could not be sent is told at once with its cause, and nothing is copied', async () => {
    const { hand, names } = setUp();
    const samples = [sampleFiles.cutPdf, sampleFiles.gif, sampleFiles.zip, sampleFiles.noPages, sampleFiles.empty];
    for (const { name, path, expected } of samples) {
      const problem = expected.verdict === 'unfit' ? expected.problem : null;
      expect(await hand(name, readFileSync(path))).toEqual({ ok: false, failure: { kind: 'unfit', problem } });
    }
    const bytes = HANDED_BYTES_MAX + 1;
    expect(await hand('big.pdf', Buffer.alloc(bytes))).toMatchObject({ failure: { problem: { kind: 'too-large', bytes } } });
    expect(await hand('../hidden.pdf', aPdf('a'))).toEqual({ ok: false, failure: { kind: 'left-alone' } });
    expect(await hand('scan.pdf.crdownload', aPdf('a'))).toEqual({ ok: false, failure: { kind: 'left-alone' } });
    expect(names()).toEqual([]);
  });

  it('whose bytes lie there already is named, and not copied again; once its file is gone it is', async () => {
    const { hand, found, journal, folder, names } = setUp();
    await hand('a.pdf', aPdf('one'));
    const itemId = found('a.pdf');
    expect(await hand('b.pdf', aPdf('one'))).toEqual({ ok: false, failure: { kind: 'known', itemId } });
    rmSync(join(folder.path, 'a.pdf'));
    journal.intake.forget(folder.id, ['a.pdf']);
    expect(await hand('b.pdf', aPdf('one'))).toMatchObject({ ok: true });
    expect(names()).toEqual(['b.pdf']);
  });

  it('is not copied where the folder is gone, is another one, or its disk is full', async () => {
    const open = setUp();
    const { hand, folder, journal } = open;
    const at = open.clock.wallMs();
    journal.folders.swept(folder.id, { state: 'present', identity: { volume: 'other', inode: '1' }, at });
    expect(await hand('a.pdf', aPdf('a'))).toEqual({ ok: false, failure: { kind: 'folder-away', state: 'swapped' } });
    rmSync(folder.path, { recursive: true });
    expect(await hand('a.pdf', aPdf('a'))).toEqual({ ok: false, failure: { kind: 'folder-away', state: 'missing' } });
    journal.folders.remove(folder.id);
    expect(await hand('a.pdf', aPdf('a'))).toEqual({ ok: false, failure: { kind: 'no-folder' } });
    const full = setUp({ writeBeside: async () => fail({ kind: 'full', code: 'ENOSPC' }) });
    expect(await full.hand('a.pdf', aPdf('a'))).toEqual({ ok: false, failure: { kind: 'full' } });
  });
});

describe('pieces of a file', () => {
  it('that are too many, too few or of nothing leave nothing behind', async () => {
    const { windowUploads, place, names } = setUp();
    const bytes = aPdf('a');
    const begin = async () => {
      const begun = await windowUploads.begin({ place, name: 'a.pdf', bytes: bytes.byteLength });
      return begun.ok ? begun.value.windowUploadId : '';
    };
    const broken = { ok: false, failure: { kind: 'broken' } };
    const short = await begin();
    windowUploads.piece({ windowUploadId: short, base64: bytes.subarray(1).toString('base64') });
    expect(await windowUploads.end({ windowUploadId: short })).toEqual(broken);
    const long = await begin();
    expect(windowUploads.piece({ windowUploadId: long, base64: Buffer.concat([bytes, bytes]).toString('base64') })).toEqual(broken);
    expect(await windowUploads.end({ windowUploadId: long })).toEqual(broken);
    const stopped = await begin();
    windowUploads.piece({ windowUploadId: stopped, base64: bytes.toString('base64') });
    windowUploads.stop({ windowUploadId: stopped });
    expect(await windowUploads.end({ windowUploadId: stopped })).toEqual(broken);
    expect(names()).toEqual([]);
  });

  it('of four files are held at once, and of one that nobody goes on with for a minute', async () => {
    const { windowUploads, place, clock } = setUp();
    const begin = () => windowUploads.begin({ place, name: 'a.pdf', bytes: 9 });
    const four = await Promise.all([begin(), begin(), begin(), begin()]);
    expect(four.every(({ ok: isTaken }) => isTaken)).toBe(true);
    expect(await begin()).toEqual({ ok: false, failure: { kind: 'busy' } });
    await clock.advance(MINUTE_MS + 1);
    expect(await begin()).toMatchObject({ ok: true });
  });
});

describe('a file in place of a document', () => {
  it('goes into the folder of that document and is a new one, linked to it, which needs nobody any more', async () => {
    const { journal, folder, hand, found } = setUp();
    writeFileSync(join(folder.path, 'scan.pdf'), readFileSync(sampleFiles.cutPdf.path));
    const old = found('scan.pdf');
    expect(journal.items.counts().unfit).toBe(1);
    const handed = await hand('corrected.pdf', aPdf('corrected'), { kind: 'instead-of', itemId: old });
    expect(handed).toMatchObject({ ok: true, value: { folderId: folder.id, name: 'corrected.pdf' } });
    const corrected = found('corrected.pdf');
    expect(journal.items.get(corrected)).toMatchObject({ replaces: old, state: { kind: 'waiting' } });
    expect(journal.items.get(old)?.state).toEqual({ kind: 'aside', why: 'replaced' });
    expect(journal.list.detail(old)?.replacedBy).toBe(corrected);
    expect(readFileSync(join(folder.path, 'scan.pdf')).equals(readFileSync(sampleFiles.cutPdf.path))).toBe(true);
  });

  it('is linked to nothing when it could not be copied, or is known, or another content is found', async () => {
    const state = { isFull: true };
    const writeBeside: Files['writeBeside'] = async (path, bytes) =>
      state.isFull ? fail({ kind: 'full', code: 'ENOSPC' }) : nodeFiles().writeBeside(path, bytes);
    const { journal, folder, hand, found } = setUp({ writeBeside });
    writeFileSync(join(folder.path, 'scan.pdf'), readFileSync(sampleFiles.cutPdf.path));
    const old = found('scan.pdf');
    const place = { kind: 'instead-of', itemId: old } as const;
    expect(await hand('b.pdf', aPdf('b'), place)).toMatchObject({ ok: false });
    state.isFull = false;
    await hand('b.pdf', aPdf('b'));
    const other = found('b.pdf');
    expect(journal.items.get(other)?.replaces).toBeNull();
    expect(journal.items.get(old)?.state.kind).toBe('unfit');
    expect(await hand('c.pdf', aPdf('c'), { kind: 'instead-of', itemId: other })).toEqual({ ok: false, failure: { kind: 'not-open' } });
  });
});

describe('a note with a file', () => {
  it('is clean, is with its document from the first moment on, and with nothing else', async () => {
    const { hand, found, journal, place } = setUp();
    await hand('a.pdf', aPdf('a'), place, '  Acompte\r\nversé\u0007\u202e ');
    await hand('b.pdf', aPdf('b'), place, ' \n ');
    expect(journal.items.get(found('a.pdf'))).toMatchObject({ comment: 'Acompte\nversé', state: { kind: 'waiting' } });
    expect(journal.items.get(found('b.pdf'))?.comment).toBeUndefined();
    // It was used up: the same content, if a user puts it elsewhere, has no say in it.
    expect(new Set(Object.values(journal.givenFiles.take(contentOf('a', journal.folders.folders()[0]))))).toEqual(new Set([null]));
  });

  it('is kept when the same file is given again without one, and taken back where it could not be copied', async () => {
    const state = { isFull: false };
    const real = nodeFiles();
    const writeBeside: Files['writeBeside'] = async (path, bytes) =>
      state.isFull ? fail({ kind: 'full', code: 'ENOSPC' }) : real.writeBeside(path, bytes);
    const { hand, found, journal, place } = setUp({ writeBeside });
    await hand('a.pdf', aPdf('a'), place, 'the first');
    await hand('a.pdf', aPdf('a'));
    state.isFull = true;
    expect(await hand('a.pdf', aPdf('a'), place, 'not copied')).toMatchObject({ ok: false });
    expect(await hand('b.pdf', aPdf('b'), place, 'not copied')).toMatchObject({ ok: false });
    state.isFull = false;
    await hand('b.pdf', aPdf('b'));
    expect(journal.items.get(found('a.pdf'))?.comment).toBe('the first');
    expect(journal.items.get(found('b.pdf'))?.comment).toBeUndefined();
  });

  it('reaches a known document whose file comes back, until that has left, with the address of whoever gave it', async () => {
    const { hand, found, journal, folder, place, clock } = setUp();
    await hand('a.pdf', aPdf('a'), place, undefined, 'lea@exemple.fr');
    const itemId = found('a.pdf');
    expect(journal.items.get(itemId)?.givenBy).toBe('lea@exemple.fr');
    const away = () => {
      rmSync(join(folder.path, 'a.pdf'));
      journal.intake.forget(folder.id, ['a.pdf']);
    };
    away();
    expect(await hand('a.pdf', aPdf('a'), place, 'while it waits', 'tom@exemple.fr')).toEqual({
      ok: true,
      value: { folderId: folder.id, name: 'a.pdf' },
    });
    expect(journal.items.get(found('a.pdf'))).toMatchObject({ id: itemId, comment: 'while it waits', givenBy: 'tom@exemple.fr' });
    journal.delivery.begin(itemId, { integrationId: INTEGRATION, fields: {}, at: clock.wallMs() });
    away();
    expect(await hand('a.pdf', aPdf('a'), place, 'too late')).toMatchObject({ ok: true, value: { noteTooLate: true } });
    expect(journal.items.get(found('a.pdf'))?.comment).toBe('while it waits');
  });

  it('goes with a corrected file together with the link, also after a restart', async () => {
    const { journal, file, clock, folder, place, hand, found } = setUp();
    writeFileSync(join(folder.path, 'scan.pdf'), readFileSync(sampleFiles.cutPdf.path));
    const old = found('scan.pdf');
    await hand('corrected.pdf', aPdf('corrected'), place, 'TVA corrigée');
    await hand('corrected.pdf', aPdf('corrected'), { kind: 'instead-of', itemId: old });
    journal.close();
    const next = opened(file, clock);
    onTestFinished(() => closeQuietly(next));
    const bytes = readFileSync(join(folder.path, 'corrected.pdf'));
    const inspected = inspect({ name: 'corrected.pdf', bytes, size: bytes.byteLength }, nodeSha256);
    const { itemId } = next.intake.enqueue({ ...aFile(folder, { name: 'corrected.pdf' }), inspected });
    expect(next.items.get(itemId)).toMatchObject({ replaces: old, comment: 'TVA corrigée' });
  });
});

function contentOf(text: string, folder: Folder | undefined) {
  if (folder === undefined) throw new Error('no folder');
  return { companyId: folder.companyId, importType: folder.importType, sha256: hex(nodeSha256([aPdf(text)])) };
}

describe('the sample document', () => {
  it('is put into the folder like a file that was dropped, is fit to be sent, and new content each time', async () => {
    const all = setUp();
    const sample = () => all.windowUploads.sample({ folderId: all.folder.id });
    expect(await sample()).toMatchObject({ ok: true, value: { folderId: all.folder.id } });
    await all.clock.advance(MINUTE_MS);
    expect(await sample()).toMatchObject({ ok: true });
    expect(all.names()).toEqual(['Document test d’Intray (2).pdf', 'Document test d’Intray.pdf']);
    const [first, second] = all.names().map((name) => readFileSync(join(all.folder.path, name), 'latin1'));
    expect(first).not.toBe(second);
    // Windows' encoding, which is the font's: – is 0x96, ’ is 0x92.
    expect(first).toContain(Buffer.from('Document test d\u0092Intray \u0096 pas une facture', 'latin1').toString('hex'));
    for (const name of all.names()) {
      const bytes = readFileSync(join(all.folder.path, name));
      expect(inspect({ name, bytes, size: bytes.byteLength }, nodeSha256)).toMatchObject({ kind: 'fit', mediaType: 'application/pdf' });
    }
  });

  it('exists only where the service is one to try things on, and goes nowhere but into a watched folder', async () => {
    const real = setUp({}, false);
    expect(await real.windowUploads.sample({ folderId: real.folder.id })).toEqual({ ok: false, failure: { kind: 'no-test' } });
    expect(real.names()).toEqual([]);
    const test = setUp();
    test.journal.folders.remove(test.folder.id);
    expect(await test.windowUploads.sample({ folderId: test.folder.id })).toEqual({ ok: false, failure: { kind: 'no-folder' } });
    const away = setUp();
    rmSync(away.folder.path, { recursive: true });
    expect(await away.windowUploads.sample({ folderId: away.folder.id })).toEqual({ ok: false, failure: { kind: 'not-put' } });
  });
});
