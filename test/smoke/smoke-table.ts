import type { SmokeDocument, SmokeRow } from './document.ts';

const MARKS: Readonly<Record<SmokeRow['result'], string>> = {
  ok: '✅ ok',
  failed: '❌ failed',
  'not here': '➖ not here',
  'not shown': '➖ not shown',
};

/** The documents side by side, in Markdown: what a run of the workflow shows first. */
export function smokeTable(documents: readonly SmokeDocument[]): string {
  const [first] = documents;
  if (first === undefined) return '';
  const { versions, system, program } = documents.find((one) => one.system !== '') ?? first;
  const named = Object.entries(versions).flatMap(([name, version]) => (version === '' ? [] : [`${name} ${version}`]));
  const whats = [...new Set(documents.flatMap(({ rows }) => rows.map(({ what }) => what)))];
  return [
    `### Smoke run on ${program === 'electron' ? 'real Electron' : 'the stand-in for Electron, which is no test in Electron'}`,
    '',
    `${system} · ${named.join(' · ')}`,
    '',
    line(['', ...documents.map(({ layout }) => `as a${layout === 'archive' ? 'n archive' : ' folder'}`)]),
    line(['---', ...documents.map(() => '---')]),
    ...whats.map((what) => line([what, ...documents.map(({ rows }) => cellOf(rows.find((row) => row.what === what)))])),
    '',
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(escaped).join(' | ')} |`;
}

function cellOf(row: SmokeRow | undefined): string {
  return row === undefined ? '❌ not reached' : `${MARKS[row.result]}${row.said === '' ? '' : `: ${row.said}`}`;
}

function escaped(cell: string): string {
  return cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
