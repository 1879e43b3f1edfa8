import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { isInstalled, mustRun, runProgram } from '#test/conversions/programs.ts';
import type { PageFingerprint } from '#shared/domain/folder/inspected.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { type Listed, listedFiles, placeOf } from '#test/corpus/listed.ts';

/** What another program sees: `equal` in every point, `nearly` where only edges are others, `unseen` where none drew anything. */
type Judgement = 'equal' | 'nearly' | 'different' | 'unseen';

type Picture = { readonly width: number; readonly height: number; readonly points: Buffer };
type Draw = (path: string) => Promise<readonly Picture[]>;

const DOTS_PER_INCH = '40';
/** A point counts as another if it is this much brighter or darker. */
const STEP = 96;
/** Of a page that is turned, as many points may be others: those at edges. */
const SHARE_MAX = 0.002;
const RANK: readonly Judgement[] = ['unseen', 'different', 'nearly', 'equal'];

/** Whether each page of `part` is in `whole`, as other programs draw them without annotations, held in any way: the best of their answers. */
async function judge(part: string, whole: string, folder: string): Promise<Judgement> {
  // A page that is turned has other edges; so both are drawn upright as well. What one program does not open, another one may.
  const upright: Draw = async (path) => await byPoppler(await turnedUpright(path, folder));
  let best: Judgement = 'unseen';
  for (const draw of part.endsWith('.pdf') ? [byPoppler, upright, byMupdf] : [byImageMagick]) {
    const judged = compared(await draw(part), await draw(whole));
    if (RANK.indexOf(judged) > RANK.indexOf(best)) best = judged;
    if (best === 'equal') break;
  }
  return best;
}

function compared(wanted: readonly Picture[], there: readonly Picture[]): Judgement {
  if (wanted.length === 0 || there.length === 0) return 'unseen';
  const known = new Set(there.flatMap((page) => [...turns(page)].map(hashOf)));
  const others = wanted.filter((page) => !known.has(hashOf(page)));
  if (others.length === 0) return 'equal';
  const isNearly = others.every((page) => there.some((one) => [...turns(one)].some((turned) => isAlike(page, turned))));
  return isNearly ? 'nearly' : 'different';
}

async function turnedUpright(path: string, folder: string): Promise<string> {
  const made = join(folder, basename(path));
  await runProgram(['qpdf', '--warning-exit-0', '--rotate=0', path, made]);
  return made;
}

async function byPoppler(path: string): Promise<readonly Picture[]> {
  return picturesIn((await runProgram(['pdftoppm', '-r', DOTS_PER_INCH, '-gray', '-hide-annotations', path])).out);
}

async function byMupdf(path: string): Promise<readonly Picture[]> {
  return picturesIn((await runProgram(['mutool', 'draw', '-q', '-r', DOTS_PER_INCH, '-c', 'gray', '-F', 'pgm', '-o', '-', path])).out);
}

async function byImageMagick(path: string): Promise<readonly Picture[]> {
  return picturesIn((await runProgram(['convert', path, '-colorspace', 'Gray', '-depth', '8', 'pgm:-'])).out);
}

/** Pictures of eight bits, one behind the other. */
function picturesIn(bytes: Buffer): readonly Picture[] {
  const pictures: Picture[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', at, at + 64));
    if (head === null) break;
    const [width, height, from] = [Number(head[1]), Number(head[2]), at + head[0].length];
    at = from + width * height;
    pictures.push({ width, height, points: bytes.subarray(from, at) });
  }
  return pictures;
}

function* turns(picture: Picture): Generator<Picture, void> {
  let turned = picture;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    yield turned;
    turned = quarterTurn(turned);
  }
}

function quarterTurn({ width, height, points }: Picture): Picture {
  const made = Buffer.alloc(points.byteLength);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) made[x * height + (height - 1 - y)] = points[y * width + x] ?? 0;
  return { width: height, height: width, points: made };
}

function hashOf({ width, height, points }: Picture): string {
  return createHash('sha256').update(`${width} ${height} `).update(points).digest('hex');
}

function isAlike(one: Picture, other: Picture): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  let count = 0;
  for (const [at, point] of one.points.entries()) if (Math.abs(point - (other.points[at] ?? 0)) > STEP) count += 1;
  return count <= one.points.byteLength * SHARE_MAX;
}

export type Fingerprints = readonly (PageFingerprint | null)[];

/** `same`: all pages of a file are in an earlier one. `grown`: it contains all pages of an earlier one, and others. */
type Alike<File> = { readonly kind: 'same' | 'grown'; readonly earlier: File };

/** Files in the order in which they are sent, and which of the earlier ones each is like. */
class Sent<File> {
  readonly #files: { readonly file: File; readonly pages: ReadonlySet<string>; readonly isWhole: boolean }[] = [];
  readonly #holders = new Map<string, number[]>();

  /** Null if it is like none of them. */
  take(file: File, fingerprints: Fingerprints): Alike<File> | null {
    const pages = new Set(fingerprints.filter((page) => page !== null));
    const isWhole = fingerprints.length > 0 && !fingerprints.includes(null);
    const alike = this.#alike(pages, isWhole);
    for (const page of pages) this.#holders.set(page, [...(this.#holders.get(page) ?? []), this.#files.length]);
    this.#files.push({ file, pages, isWhole });
    return alike;
  }

  #alike(pages: ReadonlySet<string>, isWhole: boolean): Alike<File> | null {
    const candidates = new Set([...pages].flatMap((page) => this.#holders.get(page) ?? []));
    for (const at of candidates) {
      const earlier = this.#files[at];
      if (earlier === undefined) continue;
      if (isWhole && isWithin(pages, earlier.pages)) return { kind: 'same', earlier: earlier.file };
      if (earlier.isWhole && isWithin(earlier.pages, pages)) return { kind: 'grown', earlier: earlier.file };
    }
    return null;
  }
}

function isWithin(pages: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...pages].every((page) => others.has(page));
}

/** Of a file that can be sent; null for any other one. */
export function look(path: string): Fingerprints | null {
  const bytes = readFileSync(path);
  const inspected = inspect({ name: path, bytes, size: bytes.byteLength }, nodeSha256);
  return inspected.kind === 'fit' ? (inspected.pages ?? []) : null;
}

export type Pair = { readonly file: Listed; readonly earlier: Listed; readonly kind: Alike<Listed>['kind']; readonly judgement: Judgement };

export type Walked = {
  /** Files that can be sent, by how many of their pages are known. */
  readonly known: Readonly<Record<'all' | 'some' | 'none', number>>;
  readonly pages: number;
  /** Listed, and not there. */
  readonly missing: number;
  readonly unfit: number;
  readonly pairs: readonly Pair[];
};

/** All public files, as if each were sent in the order of its hash. `folder`: for what is made of them; `say`: told of its progress. */
export async function walkCorpus(corpus: string, folder: string, say: (text: string) => void): Promise<Walked> {
  const there = listedFiles().filter((file) => existsSync(placeOf(corpus, file)));
  const sent = new Sent<Listed>();
  const known = { all: 0, some: 0, none: 0 };
  const found: { readonly file: Listed; readonly alike: Alike<Listed> }[] = [];
  let [unfit, pages] = [0, 0];
  for (const [at, file] of there.entries()) {
    if (at % 250 === 0) say(`${at} of ${there.length} files`);
    const fingerprints = look(placeOf(corpus, file));
    if (fingerprints === null) {
      unfit += 1;
      continue;
    }
    const count = fingerprints.filter((page) => page !== null).length;
    pages += count;
    known[count === 0 ? 'none' : count === fingerprints.length ? 'all' : 'some'] += 1;
    const alike = sent.take(file, fingerprints);
    if (alike !== null) found.push({ file, alike });
  }
  const pairs: Pair[] = [];
  for (const { file, alike } of found) {
    if (pairs.length % 25 === 0) say(`judged ${pairs.length} of ${found.length} pairs`);
    const [one, other] = alike.kind === 'same' ? [file, alike.earlier] : [alike.earlier, file];
    pairs.push({ file, ...alike, judgement: await judge(placeOf(corpus, one), placeOf(corpus, other), folder) });
  }
  return { known, pages, missing: listedFiles().length - there.length, unfit, pairs };
}

/** `asked`: how many would be asked about; `unknown`: of how many not all pages are known. */
export type Monthly = { readonly files: number; readonly asked: number; readonly unknown: number };

const MONTHS = 24;

/** Invoices of two years by one template: the same customer and article, another number, month and consumption. Null without LibreOffice. */
export async function monthlyInvoices(folder: string): Promise<Monthly | null> {
  if (!(await isInstalled(['soffice', '--version']))) return null;
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: MONTHS }, (_, month) => `month-${month + 1}`);
  for (const [month, name] of names.entries()) writeFileSync(join(folder, `${name}.html`), invoice(month));
  const sources = names.map((name) => join(folder, `${name}.html`));
  await mustRun([
    'soffice',
    '--headless',
    '--infilter=HTML (StarWriter)',
    '--convert-to',
    'pdf:writer_pdf_Export',
    '--outdir',
    folder,
    ...sources,
  ]);
  const sent = new Sent<string>();
  let [asked, unknown] = [0, 0];
  for (const name of names) {
    const pages = look(join(folder, `${name}.pdf`)) ?? [];
    if (pages.length === 0 || pages.includes(null)) unknown += 1;
    if (sent.take(name, pages) !== null) asked += 1;
  }
  return { files: names.length, asked, unknown };
}

function invoice(month: number): string {
  const [year, number] = [2025 + Math.floor(month / 12), (month % 12) + 1];
  const date = `${year}-${String(number).padStart(2, '0')}-01`;
  const used = 180 + ((month * 37) % 90);
  const sum = (used * 0.27).toFixed(2);
  const rows = `<tr><td>Consommation</td><td>${used} kWh</td><td>${sum}</td></tr><tr><td>Abonnement</td><td>1</td><td>12.00</td></tr>`;
  const terms = '<p style="page-break-before: always">Conditions: 30 jours net.</p>';
  return `<html><body><h2>Facture ${year}-${100 + month}</h2><p>${date}</p><table>${rows}</table>${terms}</body></html>`;
}
