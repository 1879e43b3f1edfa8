import { isMet, type Line } from './line.ts';
import type { Outcome } from './measure-part.ts';

export type Run = {
  readonly at: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly memoryMb: number; readonly node: string };
  readonly loadBefore: number;
  readonly loadAfter: number;
  readonly outcomes: readonly Outcome[];
};

/** A run as a page: what was measured, on what machine, how busy it was, and which targets were met. */
export function reportOf({ at, machine, loadBefore, loadAfter, outcomes }: Run, command: string): string {
  const lines = outcomes.flatMap((one) => [...one.lines]);
  const failed = outcomes.flatMap((one) =>
    'failed' in one ? [`| ${one.part} | failed: ${one.failed.replaceAll('|', '/')} | | | | | | **failed** | |`] : [],
  );
  return [
    '# Load report',
    `Made by \`${command}\`. Ratios inside one run can be compared, figures of two runs cannot.`,
    `${at.slice(0, 10)}, ${machine.cores} × ${machine.cpu}, ${machine.memoryMb} MB, Node ${machine.node}. Load: ${loadBefore.toFixed(1)} before, ` +
      `${loadAfter.toFixed(1)} after; above ${machine.cores} the machine was busy with other work.`,
    [
      '| line | what | ours | theirs | unit | figure | target | | how |\n|---|---|---|---|---|---|---|---|---|',
      ...lines.map((line) => `| ${cells(line).join(' | ')} |`),
      ...failed,
    ].join('\n'),
    '',
  ].join('\n\n');
}

function cells(line: Line): readonly string[] {
  const { least, most } = line.target;
  const target = [...(least === undefined ? [] : [`≥ ${least}`]), ...(most === undefined ? [] : [`≤ ${most}`])].join(' ');
  const theirs = line.theirs === null ? '' : short(line.theirs);
  return [
    line.id,
    line.what,
    short(line.ours),
    theirs,
    line.unit,
    short(line.figure),
    target,
    isMet(line) ? 'met' : '**missed**',
    line.note,
  ];
}

function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}
