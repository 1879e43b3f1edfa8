import { readFileSync } from 'node:fs';
import type { inspect } from '#electron/intake/inspect/inspect.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { applied, type Copy, cuts, damages, holes, isDamage } from './copies.ts';
import { type Listed, placeOf, sha256Of, where } from './listed.ts';
import { endsInsideObject, isReadable, type Loss, measureLoss, type Read, readBy, whyNot } from './loss.ts';
import { type Answers, QPDF, TOOLS } from './tools.ts';

export type Inspect = typeof inspect;
/** `sent`, a question, or what is wrong with it. */
export type Verdict = string;

export type MeasuredCopy = {
  readonly file: Listed;
  readonly copy: Copy;
  readonly verdict: Verdict;
  /** Set for those that are sent; of damaged copies for all, if that is wanted. */
  readonly loss: Loss | null;
  readonly where: string;
};

export type Measured = {
  readonly file: Listed;
  readonly readable: boolean;
  /** Why it is left out. */
  readonly whyNot: string | null;
  readonly verdict: Verdict;
  readonly qpdf: string;
  readonly reads: readonly Read[];
};

export type Setting = {
  readonly corpus: string;
  readonly answers: Answers;
  readonly inspect: Inspect;
  /** Whether the programs are run on damaged copies that are not sent, too: to count of how many something is lost. */
  readonly held: boolean;
};

/** Null if the file is missing, or differs from the listed one. */
export async function measure(file: Listed, { corpus, answers, inspect }: Setting): Promise<Measured | null> {
  const place = placeOf(corpus, file);
  const bytes = readOrNull(place);
  if (bytes === null || sha256Of(bytes) !== file.sha256) return null;
  const content = { sha256: file.sha256, at: place };
  const reads: Read[] = [];
  for (const tool of TOOLS[file.kind]) {
    const answer = await answers.of(tool, content);
    if (answer !== null) reads.push({ tool: tool.name, answer });
  }
  const qpdf = file.kind === 'pdf' ? await answers.of(QPDF, content) : null;
  const cut = file.kind === 'pdf' && endsInsideObject(bytes);
  const readable = !cut && isReadable(file.kind, reads);
  return {
    file,
    readable,
    whyNot: readable ? null : cut ? 'ends inside an object' : whyNot(reads),
    verdict: verdictOf(inspect, file, bytes),
    qpdf: qpdf === null ? '-' : `${qpdf.exit ?? 'no end'}`,
    reads,
  };
}

/**
 * Cut copies of a readable file, and ones with holes and with other damage, each with our verdict, and with what is lost if it would be sent.
 * `other`: a file of the same kind, whose second half one copy gets.
 */
export async function measureCopies(
  { file, reads }: Measured,
  other: Listed,
  { corpus, answers, inspect, held }: Setting,
): Promise<readonly MeasuredCopy[]> {
  const place = placeOf(corpus, file);
  const bytes = readFileSync(place);
  const original = { kind: file.kind, content: { sha256: file.sha256, at: place }, bytes, reads: readBy(reads) };
  const measured: MeasuredCopy[] = [];
  const plain = [...cuts(bytes.byteLength, file.sha256), ...holes(bytes.byteLength, file.sha256)];
  for (const copy of [...plain, ...damages(bytes, file.sha256, readFileSync(placeOf(corpus, other)))]) {
    const verdict = verdictOf(inspect, file, applied(bytes, copy));
    const loss = verdict === 'sent' || (held && isDamage(copy)) ? await measureLoss(original, copy, answers) : null;
    measured.push({ file, copy, verdict, loss, where: loss === 'lost' ? where(file.kind, bytes, copy) : '' });
  }
  return measured;
}

function verdictOf(inspect: Inspect, file: Listed, bytes: Uint8Array): Verdict {
  const inspected = inspect({ name: `file.${file.kind}`, bytes, size: bytes.byteLength }, nodeSha256);
  if (inspected.kind === 'unfit') return inspected.problem.kind;
  return inspected.question === undefined ? 'sent' : `asked: ${inspected.question}`;
}

function readOrNull(place: string): Uint8Array | null {
  try {
    return readFileSync(place);
  } catch {
    return null;
  }
}
