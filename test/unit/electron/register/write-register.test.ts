import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { registerHandlers, type RegisterHandlersDeps } from '#electron/register/register-handlers.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import type { RegisterQuery, RegisterStep } from '#shared/app-api/list/register.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aCompany, aFile, aFolder, anEvent, anOpenJournal, begun, page } from '#test/unit/electron/journal/an-open-journal.ts';

const NUMBER = 'dddddddd-1111-4111-8111-000000000001';
const ASKED: RegisterQuery = {
  chosen: { kind: 'filter', filter: {} },
  format: 'csv',
  language: 'fr',
  locale: 'fr-FR',
  timeZone: 'Europe/Paris',
  into: 'parts',
};

/** More documents than fit on one page; the oldest was refused, with a reason that a spreadsheet would execute. */
function setUp() {
  const open = anOpenJournal();
  const folder = aFolder(open, aCompany(open));
  const names = Array.from({ length: 120 }, (_, at) => `Facture ${at + 1} – 東京.pdf`);
  const [first] = names.map((name) => open.journal.intake.enqueue(aFile(folder, { name, content: name })).itemId);
  if (first === undefined) throw new Error('no document');
  const reference = begun(open, first);
  const data = { documentId: NUMBER, externalReference: reference, documentState: 'Refused', rejectionReason: '=cmd|"x"!A1' };
  page(open, [anEvent({ seq: 1, data })]);
  const home = tempFolder();
  const path = join(home, 'Registre.csv');
  const make = (asked: Partial<RegisterQuery>, deps: Partial<RegisterHandlersDeps> = {}) =>
    registerHandlers({
      clock: nodeClock(),
      files: nodeFiles(),
      list: open.journal.list,
      companyName: (companyId) => open.journal.companies.get(companyId)?.name ?? '',
      fontFolder: `${import.meta.dirname}/../../../../build/fonts`,
      pagesThread: undefined,
      saveFile: async () => path,
      ...deps,
    }).make({ ...ASKED, ...asked });
  return { ...open, home, path, names, reference, make };
}

async function all(steps: AsyncGenerator<RegisterStep>) {
  const told: RegisterStep[] = [];
  for await (const step of steps) told.push(step);
  const bytes = Buffer.concat(told.map((step) => (step.kind === 'part' ? Buffer.from(step.base64, 'base64') : Buffer.alloc(0))));
  return { told, bytes, last: told.at(-1) };
}

describe('the deposit register as a table', () => {
  it('has a line for each document, newest first, in the person’s words and time, and nothing that a spreadsheet runs', async () => {
    const at = setUp();
    const { bytes, last, told } = await all(at.make({}));
    expect(last).toEqual({ kind: 'done', rows: 120 });
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').slice(1).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'Nom;Votre numéro;Société;Type;SHA-256;Numéro de document;Référence;Reçu le (Europe/Paris);État;Réponse le (Europe/Paris);Motif;Envoyé sous le nom;SHA-256 de la version',
    );
    expect(lines).toHaveLength(121);
    expect(lines[1]).toMatch(/^Facture 120 – 東京\.pdf;;Boulangerie;Facture d’achat;[0-9a-f]{64};;;;En attente d’envoi;;;;$/);
    expect(lines[120]).toContain(`;${NUMBER};${at.reference};`);
    expect(lines[120]).toMatch(/;Refusé;05\/01\/2026 10:00;"'=cmd\|""x""!A1";scan\.pdf;$/);
    expect(told.filter(({ kind }) => kind === 'progress').at(-1)).toEqual({ kind: 'progress', done: 120, total: 120 });
  });

  it('has commas where numbers have points, and holds what was chosen alone', async () => {
    const at = setUp();
    const chosen = { kind: 'filter' as const, filter: { states: ['refused' as const] } };
    const { bytes, last } = await all(at.make({ chosen, language: 'en', locale: 'en-GB', timeZone: 'Nowhere/Here' }));
    expect(last).toEqual({ kind: 'done', rows: 1 });
    expect(bytes.toString('utf8').slice(1)).toMatch(/^Name,Your number,Company,Type,SHA-256,.*\(UTC\),/);
  });
});

describe('a register that is kept', () => {
  it('is at its place when it is whole, and leaves nothing beside it', async () => {
    const at = setUp();
    expect((await all(at.make({ into: 'file' }))).told.some(({ kind }) => kind === 'part')).toBe(false);
    expect(readFileSync(at.path, 'utf8').split('\r\n')).toHaveLength(122);
    expect(readdirSync(at.home)).toEqual(['Registre.csv']);
  });

  it('leaves nothing when nobody says where to, when it is cancelled, and where it cannot be written', async () => {
    const at = setUp();
    expect((await all(at.make({ into: 'file' }, { saveFile: async () => null }))).last).toEqual({ kind: 'not-kept', code: null });
    const cancelled = at.make({ into: 'file' });
    await cancelled.next();
    await cancelled.return(undefined);
    expect(existsSync(at.path)).toBe(false);
    const nowhere = await all(at.make({ into: 'file' }, { saveFile: async () => join(at.home, 'gone', 'x.csv') }));
    expect(nowhere.last).toEqual({ kind: 'not-kept', code: 'ENOENT' });
    expect(readdirSync(at.home)).toEqual([]);
  });
});

describe('the deposit register as pages', () => {
  it('is a PDF of as many pages as it needs, and says where its font is missing', async () => {
    const at = setUp();
    const { bytes, last } = await all(at.make({ format: 'pdf' }));
    expect(last).toEqual({ kind: 'done', rows: 120 });
    const document = await PDFDocument.load(bytes);
    expect(document.getPageCount()).toBeGreaterThan(4);
    // Without the invisible characters that keep names from reversing a sentence on a screen.
    expect(document.getTitle()).toMatch(/^Relevé des dépôts du \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
    expect((await all(at.make({ format: 'pdf' }, { fontFolder: at.home }))).last).toEqual({ kind: 'not-kept', code: 'NO-FONT' });
  });

  it('is drawn all the same where no thread starts', async () => {
    const at = setUp();
    const refused = pathToFileURL(join(at.home, 'no-thread.mjs'));
    writeFileSync(refused, refusesToBeAThread());
    const { bytes, last } = await all(at.make({ format: 'pdf' }, { pagesThread: refused }));
    expect(last).toEqual({ kind: 'done', rows: 120 });
    expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(4);
  });

  it('leaves nothing when its thread breaks on the way, and ends the thread in every case', async () => {
    const at = setUp();
    const thread = pathToFileURL(join(at.home, 'breaks.mjs'));
    writeFileSync(thread, BREAKS_AT_THE_SECOND);
    const { last } = await all(at.make({ format: 'pdf', into: 'file' }, { pagesThread: thread }));
    expect(last).toEqual({ kind: 'not-kept', code: 'NO-THREAD' });
    expect(existsSync(at.path)).toBe(false);
  });
});

/** Fails as a thread, as if threads could not read files inside an archive; in the main thread it works. */
function refusesToBeAThread(): string {
  const own = new URL('../../../../electron/register/pages-thread.ts', import.meta.url);
  return `
import { isMainThread } from 'node:worker_threads';
if (!isMainThread) throw new Error('no thread');
export const { drawPages } = await import(${JSON.stringify(own.href)});
`;
}

const BREAKS_AT_THE_SECOND = `
import { parentPort } from 'node:worker_threads';
parentPort.once('message', () => {
  parentPort.once('message', () => { throw new Error('broken'); });
  parentPort.postMessage([]);
});
`;
