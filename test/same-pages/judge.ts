import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { runProgram } from '#test/conversions/run-program.ts';

/** What another program sees: `equal` in every point, `nearly` where only edges are others, `unseen` where none drew anything. */
export type Judgement = 'equal' | 'nearly' | 'different' | 'unseen';

type Picture = { readonly width: number; readonly height: number; readonly points: Buffer };
type Draw = (path: string) => Promise<readonly Picture[]>;

const DOTS_PER_INCH = '40';
/** A point counts as another if it is this much brighter or darker. */
const STEP = 96;
/** Of a page that is turned, as many points may be others: those at edges. */
const SHARE_MAX = 0.002;
const RANK: readonly Judgement[] = ['unseen', 'different', 'nearly', 'equal'];

/** Whether each page of `part` is in `whole`, as other programs draw them without annotations, held in any way: the best of their answers. */
export async function judge(part: string, whole: string, folder: string): Promise<Judgement> {
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
