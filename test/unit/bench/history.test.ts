import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HISTORY_HEAD, historyRow, type Past, readHistory, spreadOf, worseThan } from '#test/bench/history.ts';
import type { Line } from '#test/bench/line.ts';
import { PARTS } from '#test/bench/parts.ts';

const line: Line = {
  id: 'P7',
  what: 'start',
  ours: 400,
  theirs: null,
  unit: 'ms',
  figure: 400,
  target: { most: 400 },
  rounds: [],
  note: '',
};
const past: Past = {
  date: '2026-11-28',
  commit: 'abc1234',
  machine: 'M',
  load: 0.1,
  id: 'P7',
  what: 'start',
  figure: 400,
  unit: 'ms',
  spread: 0.1,
};

describe('the history of the bench', () => {
  it('is read as it was written', () => {
    const text = HISTORY_HEAD + historyRow(past) + historyRow({ ...past, what: 'start\tof a host', figure: 354.123456 });
    expect(readHistory(text)).toEqual([past, { ...past, what: 'start of a host', figure: 354.1 }]);
    expect(() => readHistory('date\tfigure\n')).toThrow('other columns');
    expect(() => readHistory(`${HISTORY_HEAD}2026-11-28\tabc\n`)).toThrow('2 columns');
  });

  it('as it is committed can be read, and names parts that are measured', () => {
    const history = readHistory(readFileSync('docs/performance/history.tsv', 'utf8'));
    const known = new Set([...Object.keys(PARTS), 'p7']);
    expect(history.length).toBeGreaterThan(0);
    expect(history.filter(({ id }) => !known.has(id.toLowerCase()))).toEqual([]);
    expect(history.filter(({ figure, spread }) => !Number.isFinite(figure) || !Number.isFinite(spread))).toEqual([]);
  });

  it('marks a line that is worse than the last calm run by more than the spread', () => {
    expect(worseThan({ ...line, figure: 497 }, 'M', [past])).toEqual(past);
    expect(worseThan({ ...line, figure: 438 }, 'M', [past])).toBeNull();
    expect(worseThan({ ...line, figure: 300 }, 'M', [past])).toBeNull();
    // More is better where the target is a least value.
    const ratio = { ...line, target: { least: 0.75 } };
    expect(worseThan({ ...ratio, figure: 0.5 }, 'M', [{ ...past, figure: 0.64 }])).not.toBeNull();
    expect(worseThan({ ...ratio, figure: 0.7 }, 'M', [{ ...past, figure: 0.64 }])).toBeNull();
  });

  it('compares with the last calm run of this machine alone', () => {
    const newer = { ...past, commit: 'newer', figure: 500 };
    expect(worseThan({ ...line, figure: 530 }, 'M', [past, newer])).toBeNull();
    expect(worseThan({ ...line, figure: 530 }, 'M', [past, { ...newer, load: 4 }])).toEqual(past);
    expect(worseThan({ ...line, figure: 530 }, 'other', [past])).toBeNull();
    expect(worseThan({ ...line, figure: 530, what: 'another' }, 'M', [past])).toBeNull();
  });

  it('takes the widest range of the rounds as the spread, of this run and of the one before', () => {
    const rounds = [
      { start: 400, memory: 100 },
      { start: 410, memory: 130 },
      { start: 420, memory: 101 },
    ];
    expect(spreadOf({ ...line, rounds })).toBeCloseTo(30 / 101);
    expect(spreadOf(line)).toBe(0.1);
    expect(worseThan({ ...line, figure: 500, rounds }, 'M', [past])).toBeNull();
    expect(worseThan({ ...line, figure: 500 }, 'M', [{ ...past, spread: 0.3 }])).toBeNull();
  });
});
