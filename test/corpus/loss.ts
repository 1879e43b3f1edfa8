import type { TakenKind } from '#electron/inspect/content-type.ts';
import { applied, type Copy } from './copies.ts';
import { sha256Of } from './listed.ts';
import type { Read } from './readable.ts';
import type { Answers, Content } from './tools/answers.ts';
import { ATTACHED, TOOLS } from './tools/tools.ts';

/** `lost` is the only one that may not be sent; `not-asked`: only known answers were wanted, and there is none. */
export type Loss = 'same-bytes' | 'behind-the-last-object' | 'raw-pixels' | 'not-visible' | 'lost' | 'not-asked';

export type Original = {
  readonly kind: TakenKind;
  readonly content: Content;
  readonly bytes: Uint8Array;
  /** By the tools that can read it. */
  readonly reads: readonly Read[];
};

const END_OF_OBJECT = 'endobj';
/** BI_RGB and BI_BITFIELDS: a point is as many bits of the file as the header says. */
const UNPACKED: ReadonlySet<number> = new Set([0, 3]);

/** Whether a copy that would be sent misses something. Decided by simple rules on the bytes, then by the tools; never by our own code. */
export async function lossOf(original: Original, copy: Copy, answers: Answers): Promise<Loss> {
  const { kind, bytes } = original;
  const lost = bytes.subarray(copy.from, copy.to);
  if (copy.kind === 'hole' && lost.every((byte) => byte === 0)) return 'same-bytes';
  if (kind === 'pdf' && copy.kind === 'cut' && isBehindLastObject(bytes, copy.from)) return 'behind-the-last-object';
  if (kind === 'bmp' && copy.kind === 'hole' && isRawPixels(bytes, copy.from)) return 'raw-pixels';
  return await bySight(original, copy, answers);
}

/** Every object is there to its end, and every viewer makes the table of offsets anew. */
function isBehindLastObject(bytes: Uint8Array, from: number): boolean {
  const last = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(END_OF_OBJECT, undefined, 'latin1');
  return last >= 0 && from >= last + END_OF_OBJECT.length;
}

/** Zeros are points of the first colour there, as good as any other. */
function isRawPixels(bytes: Uint8Array, from: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const old = view.getUint32(14, true) === 12;
  return from >= view.getUint32(10, true) && (old || UNPACKED.has(view.getUint32(30, true)));
}

/** Every tool that read the original shows the same pixels of the copy, and what is attached is the same. */
async function bySight({ kind, content, bytes, reads }: Original, copy: Copy, answers: Answers): Promise<Loss> {
  const copied = applied(bytes, copy);
  const same: Content = { sha256: sha256Of(copied), at: () => copied };
  for (const tool of TOOLS[kind]) {
    const before = reads.find((read) => read.tool === tool.name);
    if (before === undefined) continue;
    const now = await answers.of(tool, same);
    if (now === null) return 'not-asked';
    if (now.pixels !== before.answer.pixels) return 'lost';
  }
  if (kind !== 'pdf') return 'not-visible';
  const [attached, then] = [await answers.of(ATTACHED, same), await answers.of(ATTACHED, content)];
  if (attached === null || then === null) return 'not-asked';
  return attached.pixels === then.pixels ? 'not-visible' : 'lost';
}
