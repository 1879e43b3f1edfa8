import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changeSince, HISTORY_HEAD, historyRow, type Past, readHistory, spreadOf, worseThan } from '#test/bench/report.ts';
import type { Line } from '#test/bench/line.ts';
import { PARTS, partsNamed } from '#test/bench/parts.ts';
import { join } from 'node:path';
import { measurePart } from '#test/bench/process-figures.ts';
import { tempFolder } from '#test/support/folders.ts';

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

  it('says what changed since the last run of the same line and unit, wherever that was', () => {
    const other = { ...past, figure: 11.3, unit: 'ratio' };
    expect(changeSince({ ...line, ours: 300, figure: 300 }, 'M', [past, other])).toBe('-25 % since 400 (abc1234)');
    expect(changeSince({ ...line, ours: 500, figure: 500 }, 'N', [other, { ...past, load: 7 }])).toBe(
      '+25 % since 400 (abc1234, another machine, load 7)',
    );
    expect(changeSince({ ...line, ours: 300, figure: 300 }, 'M', [other])).toBe('new');
    expect(changeSince({ ...line, ours: 300, theirs: 40, figure: 7.5 }, 'M', [other, past])).toBe('-34 % since 11.3 (abc1234)');
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

const LINE = { id: 'P0', what: 'nothing', ours: 1, theirs: null, unit: 'ms', figure: 1, target: {}, rounds: [], note: '' };

/** A program in place of a part; it gets the file for its lines as its second argument. */
function aProgram(text: string): string {
  const file = join(tempFolder(), 'part.mjs');
  writeFileSync(file, `import { writeFileSync } from 'node:fs';\nimport { spawn } from 'node:child_process';\n${text}`);
  return file;
}

describe('a part of the bench', () => {
  it('is measured in a process of its own, and its lines are read', async () => {
    const program = aProgram(`writeFileSync(process.argv[3], ${JSON.stringify(JSON.stringify([LINE]))});`);
    expect(await measurePart('p0', { program })).toEqual({ part: 'p0', lines: [LINE] });
  });

  it.each([
    ['throws', `console.error('starting');\nthrow new Error('0 streams were open');`, 'ended with 1: Error: 0 streams were open'],
    ['ends without a word', 'process.exit(3);', 'ended with 3: it said nothing'],
    ['is killed', `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`, 'ended by SIGKILL: it said nothing'],
    ['says only what it does', `console.error('warming up');\nprocess.exit(1);`, 'ended with 1: warming up'],
  ])('that %s is a line that says why, and nothing else', async (_, text, failed) => {
    expect(await measurePart('p0', { program: aProgram(text) })).toEqual({ part: 'p0', lines: [], failed });
  });

  it('that writes nothing, or no lines, has failed, too', async () => {
    expect(await measurePart('p0', { program: aProgram('') })).toMatchObject({ lines: [], failed: expect.stringContaining('ENOENT') });
    const broken = aProgram(`writeFileSync(process.argv[3], '[{');`);
    expect(await measurePart('p0', { program: broken })).toMatchObject({ lines: [], failed: expect.stringContaining('JSON') });
  });

  it('that never ends is ended, with what it has started', async () => {
    const said = join(tempFolder(), 'pid');
    const child = `const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });`;
    const program = aProgram(`${child}\nwriteFileSync(${JSON.stringify(said)}, String(child.pid));\nsetInterval(() => {}, 1000);`);
    const outcome = await measurePart('p0', { program, mostMs: 3_000 });
    expect(outcome).toEqual({ part: 'p0', lines: [], failed: 'ended by SIGKILL: it said nothing' });
    expect(existsSync(said)).toBe(true);
    await expect.poll(() => isRunning(Number(readFileSync(said, 'utf8'))), { timeout: 5_000 }).toBe(false);
  });

  it('is found by its name, in either case, and P7 is measured with P6', () => {
    expect(partsNamed(['P10', 'p7']).parts).toEqual(['p6', 'p10']);
    expect(partsNamed([]).parts).toEqual(Object.keys(PARTS).filter((name) => name !== 'quick'));
    expect(partsNamed(['quick']).parts).toEqual(['quick']);
    expect(partsNamed(['p99', 'p1'])).toEqual({ parts: ['p1'], unknown: ['p99'] });
  });
});

/** A killed process whose parent is gone is a zombie until init has looked at it. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
