import type { TakenKind } from '#shared/domain/item/problem.ts';
import { HARMLESS } from './harmless.ts';
import type { Answer } from './tools/run-tool.ts';

export type Read = {
  readonly tool: string;
  readonly answer: Answer;
};

/** Two tools of its kind have to read a file to its end. For a PDF there are two, and they have to count the same pages. */
export function readBy(reads: readonly Read[]): readonly Read[] {
  return reads.filter(({ tool, answer }) => isSound(answer) && complaints(tool, answer).length === 0);
}

export function isReadable(kind: TakenKind, reads: readonly Read[]): boolean {
  const [first, second] = readBy(reads);
  return first !== undefined && second !== undefined && (kind !== 'pdf' || first.answer.count === second.answer.count);
}

/** For the list of files left out: the first objection. */
export function whyNot(reads: readonly Read[]): string {
  for (const { tool, answer } of reads) {
    const [complaint] = complaints(tool, answer);
    if (answer.exit === null) return `${tool}: not done within its time`;
    if (complaint !== undefined) return `${tool}: ${complaint}`;
    if (!isSound(answer)) return `${tool}: exit code ${answer.exit}, ${answer.count} pages`;
  }
  return reads.length === 0 ? 'not asked' : 'another number of pages';
}

function isSound({ exit, count }: Answer): boolean {
  return exit === 0 && count >= 1;
}

function complaints(tool: string, { said }: Answer): readonly string[] {
  return said.filter((line) => HARMLESS[tool]?.test(line) !== true);
}

const TAIL = 1_000_000;

/**
 * A PDF that ends inside an object was cut there. Its pages may be before the cut, so that viewers show them all. It is left out nevertheless,
 * because it is just what has to wait.
 */
export function endsInsideObject(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-TAIL).toString('latin1');
  const begun = [...text.matchAll(/(?<!\d)\d{1,10} \d{1,5} obj\b/g)].at(-1)?.index ?? -1;
  return begun >= 0 && !/endobj|%%EOF/.test(text.slice(begun));
}
