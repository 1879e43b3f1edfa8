import { describe, expect, it } from 'vitest';
import { DAMAGES } from '#test/conversions/damaged/damage.ts';
import { type CopyLine, damagedLinesOf, joinedCopies } from '#test/conversions/damaged/lines.ts';
import { damagedReportOf } from '#test/conversions/damaged/report.ts';

function copiesOf(kind: CopyLine['sample']['kind'], sha256: string): readonly CopyLine[] {
  return DAMAGES.map((damage) => ({
    sample: { kind, sha256, source: 'somebody/files', path: `a folder/${sha256}.${kind}` },
    damage,
    ...(damage === 'crlf'
      ? { outcome: 'silent-loss', detail: 'page 1: 2.0/9.0, 2.1/9.3' }
      : damage === 'random'
        ? { outcome: 'said', detail: '{"kind":"damaged"}' }
        : { outcome: 'complete', detail: '' }),
  }));
}

const PARTS = [
  [...copiesOf('png', 'cc'), ...copiesOf('png', 'aa')],
  [...copiesOf('tiff', 'bb').slice(0, 3), ...copiesOf('tiff', 'aa')],
  // Another run, of the other damages.
  copiesOf('tiff', 'bb').slice(3),
];

describe('a report of damaged copies that is joined of parts', () => {
  const joined = joinedCopies(PARTS.map(damagedLinesOf));

  it('is the report of all, in whatever order they were tried', () => {
    const all = PARTS.flat();
    expect(damagedReportOf(joined)).toBe(damagedReportOf(all));
    expect(damagedReportOf(all)).toBe(damagedReportOf(all.toReversed()));
    expect(damagedLinesOf(joined)).toBe(damagedLinesOf(all.toReversed()));
    expect(joined).toHaveLength(all.length);
  });

  it('counts by format, and names what was lost without a word', () => {
    const text = damagedReportOf(joined);
    expect(text).toContain('28 copies of 4 files. Made with a loss and without a word: **4**.');
    expect(text).toContain('| tiff | 2 | 0 | 2 | 10 | 2 | 0 |');
    expect(text).toContain('| all | 4 | 0 | 4 | 20 | 4 | 0 |');
    expect(text).toContain('- png, crlf: `aa.png`, `cc.png`\n');
    expect(damagedReportOf([])).toContain('without a word\n\nNone.');
  });

  it('refuses a copy that two parts have, and what is no outcome', () => {
    const [first = []] = PARTS;
    expect(() => joinedCopies([first, first].map(damagedLinesOf))).toThrow('in more than one run: png');
    expect(() => joinedCopies([damagedLinesOf(first).replace('said', 'sad')])).toThrow('not one of refused, said');
  });
});
