import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forkedConverter } from '#electron/conversion/process-converter.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { until } from '#test/support/until.ts';
import { stream } from '#test/support/hostile/hostile-pdfs.ts';
import { pagesPdf } from '#test/support/same-pages/page-pdf.ts';
import { aConnectedEngine } from '#test/unit/electron/an-engine.ts';
import { runIn } from '#test/unit/electron/headless/host-fixture.ts';

const parts = realParts();
const PROGRAM = new URL('../../electron/conversion/process/main.ts', import.meta.url);
const saved = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, '../support/same-pages', name));

/** A PDF of pages, each with a square somewhere else. */
function scanOf(places: readonly number[]): Uint8Array {
  const contents = (first: number): readonly string[] => places.map((_, at) => `/Contents ${first + at} 0 R`);
  return pagesPdf(contents(3 + places.length), () => places.map((place) => stream('', `${place} 20 50 50 re f`)));
}

async function aFolder() {
  const converter = forkedConverter({ clock: nodeClock(), log: recordingLog(), file: PROGRAM });
  onTestFinished(() => converter.end());
  const all = await aConnectedEngine(parts(), { converter });
  const { engine, scans } = all;
  const items = async () => (await engine.client.items.list({ limit: 99 })).items;
  const put = (name: string, bytes: Uint8Array): void => writeFileSync(join(scans, name), bytes);
  /** Puts a file there, which is sent and received. */
  const send = async (name: string, bytes: Uint8Array): Promise<void> => {
    const { counts: before } = await engine.client.overview();
    put(name, bytes);
    await engine.until(({ counts }) => counts.awaiting + counts.accepted === before.awaiting + before.accepted + 1);
  };
  /** Returns the document that a user is asked about after this. */
  const askAfter = async (act: () => void) => {
    const known = new Set((await items()).map(({ id }) => id));
    act();
    const asked = async () => (await items()).find(({ id, state }) => !known.has(id) && state.kind === 'held') ?? null;
    const { id, state } = await until('a person is asked', asked);
    if (state.kind !== 'held' || state.question.kind !== 'sent-before') throw new Error('something else is asked');
    return { id, ...state.question };
  };
  const ask = (name: string, bytes: Uint8Array) => askAfter(() => put(name, bytes));
  return { ...all, put, send, ask, askAfter };
}

describe('a scanner that writes a whole PDF after each page', () => {
  it('has its first page sent, and is asked about when it has grown, also by the third and the fourth', async () => {
    const { ask, send, documents, engine } = await aFolder();
    await send('scan.pdf', scanOf([10]));
    const pages = [10, 20, 30, 40];
    for (const count of [2, 3, 4]) {
      expect(await ask('scan.pdf', scanOf(pages.slice(0, count)))).toMatchObject({
        way: 'grown',
        name: 'scan.pdf',
        pages: count,
        pagesBefore: 1,
      });
    }
    expect(await documents()).toHaveLength(1);
    const { held, aside } = (await engine.client.overview()).counts;
    expect({ held, aside }).toEqual({ held: 1, aside: 2 });
  });

  it('has the whole one sent with a note, if the person says so', async () => {
    const { ask, send, documents, engine } = await aFolder();
    await send('scan.pdf', scanOf([10]));
    const { id } = await ask('scan.pdf', scanOf([10, 20]));
    const note = 'Please ignore scan.pdf of 1 page.';
    expect(await runIn(engine, 'documents', 'sent-before', 'send', '--note', note, id)).toMatchObject({ exit: 0 });
    await engine.until(({ counts }) => counts.awaiting === 2);
    expect((await documents()).map(({ filename, comment }) => [filename, comment])).toEqual([
      ['scan.pdf', null],
      ['scan (2).pdf', note],
    ]);
  });

  it('has its TIFF asked about in the same way where the folder converts by itself', async () => {
    const { ask, send, documents, engine, scans } = await aFolder();
    expect(await runIn(engine, 'folders', 'change', '--convert', 'tiff', scans)).toMatchObject({ exit: 0 });
    await send('scan.tiff', saved('../conversions/g4.tiff'));
    const { id } = await ask('scan.tiff', saved('../conversions/found/g4.tiff'));
    expect(await runIn(engine, 'documents', 'sent-before', 'leave', id)).toMatchObject({ exit: 0 });
    expect(await documents()).toHaveLength(1);
  });
});

describe('a scan that was sent and then saved by another program', () => {
  it.each(['invoice', 'scan', 'fax'])('is asked about under any name, if its pages are kept: %s', async (of) => {
    const { ask, send, documents } = await aFolder();
    await send('original.pdf', saved(`${of}/original.pdf`));
    for (const program of ['annotated', 'dated', 'qpdf', 'recompressed', 'mutool', 'pdftk', 'locked-256', 'unlocked', 'page-1']) {
      expect(await ask(`${program}.pdf`, saved(`${of}/${program}.pdf`))).toMatchObject({ way: 'same', name: 'original.pdf' });
    }
    expect(await ask('united.pdf', saved(`${of}/united.pdf`))).toMatchObject({ way: 'grown', pages: 3, pagesBefore: 2 });
    expect(await documents()).toHaveLength(1);
  });

  it.each(['ghostscript', 'draw'])('is asked about in its place, also if all is drawn anew: %s', async (program) => {
    const { askAfter, send, documents, root, scans } = await aFolder();
    await send('original.pdf', saved('scan/original.pdf'));
    // As programs save: somewhere else, then over it.
    const aside = join(root, 'original.pdf.tmp');
    writeFileSync(aside, saved(`scan/${program}.pdf`));
    const asked = await askAfter(() => renameSync(aside, join(scans, 'original.pdf')));
    expect(asked).toMatchObject({ way: 'changed', name: 'original.pdf' });
    expect(await documents()).toHaveLength(1);
  });
});

describe('a photograph', () => {
  it('that comes again with other notes in it is asked about', async () => {
    const { send, ask, documents } = await aFolder();
    await send('IMG_1.jpg', saved('pictures/original.jpg'));
    const noted = Buffer.concat([
      saved('pictures/original.jpg').slice(0, 2),
      Buffer.from('fffe00064e6f7465', 'hex'),
      saved('pictures/original.jpg').slice(2),
    ]);
    expect(await ask('IMG_2.jpg', noted)).toMatchObject({ way: 'same' });
    expect(await documents()).toHaveLength(1);
  });
});

describe('monthly invoices of one template', () => {
  it('with other numbers, dates and sums are sent without a question', async () => {
    const { send, documents } = await aFolder();
    for (const month of ['number', 'date', 'sum']) await send(`${month}.pdf`, saved(`template/${month}.pdf`));
    expect(await documents()).toHaveLength(3);
  });
});

describe('the command line', () => {
  it('says what a document is like, answers for all at once, and sets the folder', async () => {
    const { send, ask, documents, engine, scans } = await aFolder();
    await send('original.pdf', saved('scan/original.pdf'));
    for (const program of ['qpdf', 'pdftk']) await ask(`${program}.pdf`, saved(`scan/${program}.pdf`));
    expect((await runIn(engine, 'documents')).printed).toContain('the same pages as "original.pdf"');
    expect(await runIn(engine, 'documents', 'sent-before', 'leave', '--always', '--all', '--way', 'same')).toMatchObject({ exit: 0 });
    expect((await engine.client.overview()).folders[0]?.sentBefore.same).toBe('leave');
    const { counts } = await engine.client.overview();
    expect(counts).toMatchObject({ held: 0, aside: 2 });
    expect(await runIn(engine, 'folders', 'change', '--sent-before', 'same=send', scans)).toMatchObject({
      exit: 0,
      printed: expect.stringContaining('the same pages as a sent one: sent as new documents'),
    });
    await send('dated.pdf', saved('scan/dated.pdf'));
    expect(await documents()).toHaveLength(2);
  });
});
