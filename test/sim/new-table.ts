import type { SeedReport } from './run-seed.ts';

/** Counts what happened over many seeds: faults, deeds, readings of the contract. */
export type Table = { count(report: SeedReport): void; text(): string };

type Row = { readonly seeds: number; readonly times: number };

const NAME_WIDTH = 44;
const NUMBER_WIDTH = 9;

export function newTable(): Table {
  const rows = new Map<string, Row>();
  let seeds = 0;
  return {
    count({ struck, actions, switches, kills, documents, entries, pairs }) {
      seeds += 1;
      const all = new Map<string, number>([
        ...Object.entries(struck).map(([fault, times]) => [`fault ${fault}`, times] as const),
        ...switches.map((name) => [name, 1] as const),
        ['a program was killed', kills],
        ['a document arrived', documents],
        ...Object.entries(entries).map(([name, times]) => [`entries ${name}`, times] as const),
        ...Object.entries(pairs).map(([name, times]) => [`pairs ${name}`, times] as const),
      ]);
      for (const id of actions) {
        const action = `deed ${id.split('#')[0]}`;
        all.set(action, (all.get(action) ?? 0) + 1);
      }
      for (const [name, more] of all) {
        const before = rows.get(name) ?? { seeds: 0, times: 0 };
        rows.set(name, { seeds: before.seeds + (more > 0 ? 1 : 0), times: before.times + more });
      }
    },
    text() {
      const sorted = Array.from(rows).sort(([one], [other]) => (one < other ? -1 : 1));
      return [
        line(`of ${seeds} seeds`, 'in seeds', 'times'),
        ...sorted.map(([name, row]) => line(name, `${row.seeds}`, `${row.times}`)),
      ].join('');
    },
  };
}

function line(name: string, of: string, times: string): string {
  return `${name.padEnd(NAME_WIDTH)}${of.padStart(NUMBER_WIDTH)}${times.padStart(NUMBER_WIDTH)}\n`;
}
