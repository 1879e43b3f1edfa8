import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { reportLines } from '../../../../build/windows/report-lines.ts';

it('a run of Vitest is reported file by file, with reasons and errors', () => {
  const folder = tempFolder();
  const report = join(folder, 'results', 'report.jsonl');
  const tests = `
    describe('a', () => {
      it('works', () => undefined);
      it('breaks', () => { throw new Error('wrong\\nin two lines'); });
      it('waits', ({ skip }) => skip('nothing to wait for'));
      it('lacks', { skip: true, meta: { whySkipped: 'no disk' } }, () => undefined);
      it.skip('rests', () => undefined);
    });
    describe('c', { skip: true, meta: { whySkipped: 'no bash' } }, () => {
      beforeAll(() => { throw new Error('no bash either'); });
      it('lacks too', () => undefined);
    });
    describe('b', () => {
      beforeAll(() => { throw new Error('not ready'); });
      it('never begins', () => undefined);
    });`;
  writeFileSync(join(folder, 'some.test.ts'), tests);
  writeFileSync(join(folder, 'unloadable.test.ts'), "throw new Error('does not load');");
  const words = ['run', '--root', folder, '--globals', `--reporter=${resolve('build/windows/line-reporter.ts')}`];
  const { status } = spawnSync(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), ...words], {
    env: { ...process.env, INTRAY_TEST_REPORT: report },
  });
  expect(status).toBe(1);
  const lines = reportLines(readFileSync(report, 'utf8'));
  expect([lines[0], lines.at(-1)]).toEqual([
    { kind: 'start', files: 2 },
    { kind: 'end', errors: [] },
  ]);
  expect(lines.filter((line) => line.kind === 'file').sort((a, b) => a.file.localeCompare(b.file))).toEqual([
    {
      kind: 'file',
      file: 'some.test.ts',
      ms: expect.any(Number),
      tests: [
        { name: 'a > works', state: 'passed' },
        { name: 'a > breaks', state: 'failed', error: 'wrong' },
        { name: 'a > waits', state: 'skipped', reason: 'nothing to wait for' },
        { name: 'a > lacks', state: 'skipped', reason: 'no disk' },
        { name: 'a > rests', state: 'skipped' },
        { name: 'c > lacks too', state: 'skipped', reason: 'no bash' },
        { name: 'b > never begins', state: 'skipped' },
      ],
      errors: ['not ready'],
    },
    { kind: 'file', file: 'unloadable.test.ts', ms: expect.any(Number), tests: [], errors: ['does not load'] },
  ]);
});
