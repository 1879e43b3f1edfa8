import type { Drop } from './drop-samples.ts';
import type { Seen } from './follow.ts';
import { judge, type Verdict } from './judge.ts';
import type { Sample } from './sample.ts';
import { COMPANY } from './stage.ts';

export type TimedVerdict = Verdict & { readonly seconds: number | null };

/** A verdict for every sample, including those that were never dropped or never seen. */
export function verdicts(
  samples: readonly Sample[],
  drops: ReadonlyMap<string, Drop>,
  seen: ReadonlyMap<string, Seen>,
): readonly TimedVerdict[] {
  const byName = new Map([...drops].map(([path, drop]) => [drop.sample.name, { path, drop }]));
  return samples.map((sample) => {
    const dropped = byName.get(sample.name);
    const drop = dropped?.drop;
    const seconds = drop === undefined || drop.endedAt === null ? null : (drop.endedAt - drop.at) / 1_000;
    return { ...judge(sample, dropped === undefined ? undefined : seen.get(dropped.path)), seconds };
  });
}

/** Columns: file, company, type, state, reason, seconds. */
export function verdictTable(all: readonly TimedVerdict[]): string {
  const rows = all.map(({ sample, state, reason, seconds }) => [
    sample.name,
    COMPANY,
    sample.importType === 'purchase-invoices' ? 'purchase' : 'sales',
    state,
    reason,
    seconds === null ? '-' : seconds.toFixed(1),
  ]);
  return columns([['file', 'company', 'type', 'state', 'reason', 'seconds'], ...rows]);
}

/** Cells two spaces apart, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
