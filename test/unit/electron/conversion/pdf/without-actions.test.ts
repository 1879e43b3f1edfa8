import {
  decodePDFRawStream,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  type PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/lib/result.ts';
import { addPage, addPicture, fit, newPdf, readText, saved, scannedJpeg } from './a-pdf.ts';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const PROGRAM = 'app.alert(4711)';
const ACTIVE =
  /app\.alert|JavaScript|\/Launch|SubmitForm|ImportData|ResetForm|GoToE|GoToR|Rendition|RichMediaContent|\/3DD|\/Movie <<|\/Print|file:|:script|FEFF0020004A/;

type Pdf = ActivePdf;
const PROGRAM_ACTION = { Type: 'Action', S: 'JavaScript', JS: PDFString.of(PROGRAM) };
const programRef = (pdf: Pdf): PDFRef => pdf.ref(PROGRAM_ACTION);
const link = (uri = 'https://example.org/facture') => ({ S: 'URI', URI: PDFString.of(uri) });

const PLACES: readonly [string, (pdf: Pdf) => void][] = [
  ['when the document is opened', (pdf) => pdf.inCatalog('OpenAction', PROGRAM_ACTION)],
  ['when the document is opened, indirect', (pdf) => pdf.document.catalog.set(name('OpenAction'), programRef(pdf))],
  ['when it is opened, behind a place', (pdf) => pdf.inCatalog('OpenAction', { S: 'GoTo', D: place(pdf), Next: programRef(pdf) })],
  ['when it is opened, a page of the web', (pdf) => pdf.inCatalog('OpenAction', link('https://example.org/app.alert'))],
  ['when the document is closed', (pdf) => pdf.inCatalog('AA', { WC: programRef(pdf) })],
  ['when a page is opened', (pdf) => pdf.page.set(name('AA'), pdf.obj({ O: PROGRAM_ACTION }))],
  [
    'in the tree of names',
    (pdf) => pdf.inCatalog('Names', { JavaScript: pdf.ref({ Kids: [pdf.ref({ Names: [PDFString.of('a'), programRef(pdf)] })] }) }),
  ],
  ['in a field', (pdf) => form(pdf, { AA: { K: PROGRAM_ACTION, C: programRef(pdf) } })],
  ['above a field', (pdf) => form(pdf, {}, { AA: pdf.ref({ V: PROGRAM_ACTION }) })],
  ['of an annotation', (pdf) => pdf.annotation({ Subtype: 'Widget', AA: { E: PROGRAM_ACTION }, A: programRef(pdf) })],
  ['of a bookmark', (pdf) => outlineForWithoutActions(pdf, { A: programRef(pdf) })],
  ['under another spelling', (pdf) => pdf.annotation({ Subtype: 'Link', A: { S: PDFName.of('Java#53cript'), JS: PDFString.of(PROGRAM) } })],
  ['in a stream', (pdf) => pdf.inCatalog('OpenAction', { S: 'JavaScript', JS: pdf.stream(PROGRAM) })],
  ['in a stream, under a key that nobody knows', (pdf) => pdf.inCatalog('Own', [{ S: 'JavaScript', JS: pdf.stream(PROGRAM) }])],
  ['behind itself', (pdf) => around(pdf)],
  ['in XFA', (pdf) => form(pdf, {}, {}, [PDFString.of('template'), pdf.stream('<xfa:script>app.alert(1)</xfa:script>')])],
];

const CLICKS: readonly [string, object][] = [
  ['Launch', { S: 'Launch', F: PDFString.of('calc.exe'), Win: { F: PDFString.of('calc.exe') } }],
  ['SubmitForm', { S: 'SubmitForm', F: PDFString.of('https://example.org') }],
  ['ImportData', { S: 'ImportData', F: PDFString.of('data.fdf') }],
  ['ResetForm', { S: 'ResetForm' }],
  ['GoToR', { S: 'GoToR', F: PDFString.of('\\\\server\\other.pdf'), D: [0, 'Fit'] }],
  ['GoToE', { S: 'GoToE', T: { R: 'C' }, D: [0, 'Fit'] }],
  ['Rendition', { S: 'Rendition', OP: 0, JS: PDFString.of(PROGRAM) }],
  ['Print', { S: 'Named', N: 'Print' }],
  ['a program in a link', { S: 'URI', URI: PDFString.of(`javascript:${PROGRAM}`) }],
  ['a program in a link, in UTF-16', { S: 'URI', URI: PDFHexString.fromText(' JavaScript:app.alert') }],
  ['a file in a link', { S: 'URI', URI: PDFString.of('file:///etc/passwd') }],
];

const MEDIA: readonly [string, object][] = [
  ['RichMedia', { RichMediaContent: { Assets: {} }, RichMediaSettings: { Activation: { Condition: 'PO' } } }],
  ['3D', { '3DD': { Type: '3D' }, '3DA': { A: 'PO' } }],
  ['Movie', { Movie: { F: PDFString.of('a.mov') } }],
];

function place(pdf: Pdf) {
  const [page] = pdf.document.getPages();
  if (page === undefined) throw new Error('no page');
  return [page.ref, 'Fit'] as const;
}

function form(pdf: Pdf, field: object, parent: object = {}, xfa?: readonly unknown[]): void {
  const above = pdf.ref({ T: PDFString.of('total'), FT: 'Tx', V: PDFString.of('4711'), ...parent });
  pdf.annotation({ Subtype: 'Widget', Parent: above, ...field });
  pdf.inCatalog('AcroForm', { Fields: [above], ...(xfa === undefined ? {} : { XFA: xfa }) });
}

function outlineForWithoutActions(pdf: Pdf, more: object): void {
  const root = pdf.document.context.nextRef();
  const one = pdf.ref({ Title: PDFString.of('Facture'), Parent: root, ...more });
  pdf.document.context.assign(root, pdf.obj({ Type: 'Outlines', First: one, Last: one, Count: 1 }));
  pdf.document.catalog.set(name('Outlines'), root);
}

function around(pdf: Pdf): void {
  const first = programRef(pdf);
  const second = pdf.ref({ ...PROGRAM_ACTION, Next: [first] });
  pdf.document.context.lookup(first, PDFDict).set(name('Next'), second);
  pdf.annotation({ Subtype: 'Link', A: first });
}

async function built(add: (pdf: Pdf) => void, inObjectStreams = true): Promise<Uint8Array> {
  const pdf = await ActivePdf.begin();
  add(pdf);
  return pdf.bytes(inObjectStreams);
}

async function cleaned(bytes: Uint8Array) {
  const made = await fit(bytes);
  if (!made.ok) throw new Error(made.failure);
  return made.value;
}

const REMOVED = [{ kind: 'actions-removed' }];

/** What is not as it should be: in the file before, and in what is made of it. */
async function faults(add: (pdf: Pdf) => void): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const inObjectStreams of [false, true]) {
    const bytes = await built(add, inObjectStreams);
    if (!ACTIVE.test(await allText(bytes))) found.push('it was not there');
    const made = await cleaned(bytes);
    const [page] = await readText(made.bytes);
    const { programs, links } = await seenByReader(made.bytes);
    if (made.remarks?.[0]?.kind !== 'actions-removed') found.push('it is not said');
    found.push(...(ACTIVE.exec(await allText(made.bytes)) ?? []), ...programs, ...links, ...(page === 'Facture 4711' ? [] : [page]));
  }
  return found;
}

describe('what a PDF would run', () => {
  it.each(PLACES)('is taken out of what is made of it, and that is said: %s', async (_, add) => {
    expect(await faults(add)).toEqual([]);
  });

  it.each(CLICKS)('at a click is taken out: %s', async (_, action) => {
    expect(await faults((pdf) => pdf.annotation({ Subtype: 'Link', A: action, PA: action }))).toEqual([]);
  });

  it.each(MEDIA)('as a film or a model is taken out, and its picture stays: %s', async (subtype, content) => {
    const annotation = { Subtype: subtype, Contents: PDFString.of('a picture'), ...content };
    expect(await faults((pdf) => pdf.annotation(annotation))).toEqual([]);
  });
});

/** What is left in the file, and what another reader sees of it. */
async function left(add: (pdf: Pdf) => void) {
  const made = await cleaned(await built(add));
  return { ...(await seenByReader(made.bytes)), text: await allText(made.bytes), remarks: made.remarks };
}

describe('what a PDF only leads to', () => {
  it('stays: pages of the web, places in it, turning pages, and nothing is said', async () => {
    const links = [link(), { S: 'GoTo', D: [0, 'Fit'] }, { S: 'Named', N: 'NextPage' }, link('mailto:a@example.org'), link('page.html')];
    for (const action of links) {
      const seen = await left((pdf) => pdf.annotation({ Subtype: 'Link', A: action }));
      expect(seen.remarks).toBeUndefined();
      expect(seen.text).toMatch(/\/S \/(URI|GoTo|Named)/);
    }
    const opening = await left((pdf) => {
      pdf.inCatalog('OpenAction', { S: 'GoTo', D: place(pdf) });
      outlineForWithoutActions(pdf, { A: { S: 'GoTo', D: place(pdf) } });
    });
    expect(opening).toMatchObject({ remarks: undefined, opens: expect.anything(), outline: ['place'] });
  });

  it('stays where a program was before or behind it in a chain', async () => {
    const before = await left((pdf) => pdf.annotation({ Subtype: 'Link', A: { ...PROGRAM_ACTION, Next: [link()] } }));
    const behind = await left((pdf) => pdf.annotation({ Subtype: 'Link', A: { ...link(), Next: programRef(pdf) } }));
    for (const seen of [before, behind]) {
      expect(seen).toMatchObject({ remarks: REMOVED, links: ['https://example.org/facture'] });
      expect(seen.text).not.toMatch(ACTIVE);
    }
  });

  it('is not mixed up with other things of the same names: fonts, masks, borders, elements of structure', async () => {
    const seen = await left((pdf) => {
      const mask = { SMask: { S: 'Luminosity', G: pdf.stream('q Q') } };
      pdf.page.set(
        name('Resources'),
        pdf.obj({ ExtGState: { AA: mask, A: mask }, Font: { AA: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } } }),
      );
      pdf.inCatalog('StructTreeRoot', {
        K: [
          { Type: 'StructElem', S: 'JavaScript', A: { O: 'Layout' } },
          { S: 'Launch', K: [0], P: pdf.ref({}) },
        ],
      });
      pdf.annotation({ Subtype: 'Square', BS: { S: 'S' }, Contents: PDFString.of('frame') });
    });
    expect(seen.remarks).toBeUndefined();
    for (const kept of ['/Luminosity', '/StructElem', '/S /Launch', '/Layout', '/BS']) expect(seen.text).toContain(kept);
  });
});

async function active(): Promise<Uint8Array> {
  const document = await newPdf();
  await addPage(document, { picture: addPicture(document, await scannedJpeg()) });
  document.catalog.set(name('OpenAction'), document.context.obj({ S: 'JavaScript', JS: PDFString.of(PROGRAM) }));
  return saved(document);
}

describe('a PDF with a program', () => {
  it('is without it in whatever way it becomes smaller', async () => {
    const bytes = await active();
    const tools = new Set<string>();
    for (const bytesMax of [2 * bytes.byteLength, Math.round(bytes.byteLength * 0.4), Math.round(bytes.byteLength * 0.25)]) {
      const made = await fit(bytes, { bytesMax });
      if (!made.ok) throw new Error(made.failure);
      expect(made.value.remarks).toEqual(REMOVED);
      expect(await allText(made.value.bytes)).not.toMatch(ACTIVE);
      tools.add(made.value.tools.join(' '));
    }
    expect(tools.size).toBe(2);
  });

  it('gives the same bytes each time', async () => {
    const bytes = await active();
    expect(await fit(bytes)).toEqual(await fit(bytes));
  });

  it('that alone makes its pages is not understood: nothing but the program’s own reader shows them', async () => {
    const bytes = await built((pdf) => pdf.document.catalog.set(name('NeedsRendering'), PDFBool.True));
    expect(await fit(bytes)).toEqual(fail('not-understood'));
  });
});

const name = (text: string): PDFName => PDFName.of(text);

/** A PDF of one page with a text, to which something is added. */
class ActivePdf {
  readonly document: PDFDocument;
  readonly page: PDFDict;

  private constructor(document: PDFDocument, page: PDFDict) {
    this.document = document;
    this.page = page;
  }

  static async begin(): Promise<ActivePdf> {
    const document = await newPdf();
    return new ActivePdf(document, await addPage(document, { text: 'Facture 4711', size: [300, 400] }));
  }

  /** Names are given as texts, and texts as `PDFString`. */
  obj(value: object): PDFDict {
    return this.document.context.obj(value as Record<string, string>);
  }

  ref(value: object): PDFRef {
    return this.document.context.register(this.obj(value));
  }

  stream(text: string): PDFRef {
    return this.document.context.register(this.document.context.flateStream(text));
  }

  inCatalog(key: string, value: object): void {
    this.document.catalog.set(name(key), this.obj(value));
  }

  /** The last one that is added is the one that counts. */
  annotation(value: object): void {
    const ref = this.ref({ Type: 'Annot', Rect: [10, 10, 50, 50], ...value });
    this.page.set(name('Annots'), this.document.context.obj([ref]));
  }

  bytes(inObjectStreams: boolean): Promise<Uint8Array> {
    return this.document.save({ useObjectStreams: inObjectStreams, addDefaultPage: false, updateFieldAppearances: false });
  }
}

/** All that is written in a file, also what nothing leads to. */
async function allText(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()
    .map(([, object]) => {
      const content = object instanceof PDFRawStream && !object.dict.has(name('Subtype')) ? decodePDFRawStream(object).decode() : null;
      const text = object instanceof PDFStream ? object.dict.toString() : object.toString();
      return `${text}\n${content === null ? '' : Buffer.from(content).toString('latin1')}`;
    })
    .join('\n');
}

/** What another reader would run by itself, and where its links lead. */
async function seenByReader(bytes: Uint8Array) {
  const task = getDocument({ data: bytes.slice(), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false });
  const document = await task.promise;
  const page = await document.getPage(1);
  const annotations = (await page.getAnnotations()) as readonly { url?: string; dest?: unknown; action?: string; actions?: object }[];
  const outline = (await document.getOutline()) ?? [];
  const seen = {
    programs: [await document.getJSActions(), await page.getJSActions(), ...annotations.map(({ actions }) => actions ?? null)].filter(
      (one) => one !== null,
    ),
    opens: await document.getOpenAction(),
    links: annotations.flatMap(({ url, dest, action }) => url ?? action ?? (dest === undefined || dest === null ? [] : 'place')),
    outline: outline.map(({ dest, url }) => url ?? (dest === null ? 'nowhere' : 'place')),
  };
  await task.destroy();
  return seen;
}
