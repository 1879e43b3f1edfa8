import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measurePart } from '#test/bench/measure-part.ts';
import { PARTS, partsNamed } from '#test/bench/parts.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

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
    expect(partsNamed([]).parts).toEqual(Object.keys(PARTS));
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
