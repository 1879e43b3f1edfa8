import { describe, expect, it } from 'vitest';
import { EXIT, EXIT_CODES } from '#electron/headless/exit-codes.ts';
import { help } from '#electron/headless/command-line.ts';
import { exitOf, sayAppFault, sayThatStartWaits } from '#electron/headless/say-app-fault.ts';
import type { EngineFault } from '#electron/engine/engine.ts';
import { projectText } from '#test/support/project-text.ts';

const CODES = Object.values(EXIT_CODES);
const KINDS = [
  'in-use',
  'newer',
  'full',
  'read-only',
  'held',
  'broken',
  'unreadable',
  'not-own',
  'not-private',
] as const satisfies readonly EngineFault['kind'][];

describe('the codes with which the headless host ends', () => {
  it('are the same in the guide and in the help', () => {
    const guide = projectText('docs/guide/headless.en.md');
    const [, table = ''] = guide.split('| Exit code | |\n| --- | --- |\n');
    const listed = Array.from(table.split('\n\n')[0]?.matchAll(/^\| (\d) \|/gm) ?? [], ([, code]) => Number(code));
    expect(listed).toEqual(CODES.map(({ code }) => code));
    for (const { code, means } of CODES) expect(help('intray', [])).toContain(`  ${code}  ${means}\n`);
  });

  it('are no reason for systemd to start it again exactly where that mends nothing', () => {
    const unit = projectText('build/headless/intray.service');
    const never = CODES.filter(({ code, again }) => !again && code !== EXIT.done).map(({ code }) => code);
    expect(unit).toContain(`\nRestart=on-failure\n`);
    expect(unit).toContain(`\nRestartPreventExitStatus=${never.join(' ')}\n`);
    expect(never).not.toContain(exitOf({ kind: 'full', detail: '' }));
  });
});

describe('a profile that does not open', () => {
  it.each(KINDS)('is said in sentences, without a bare code: %s', (kind) => {
    expect(sayAppFault({ kind, detail: '4874' })).toMatch(/^[A-Z].+[.]$/);
    expect(sayAppFault({ kind, detail: '4874' })).not.toMatch(/(^|[\s:])4874/);
    expect(sayThatStartWaits({ kind, detail: '4874' })).toMatch(/goes on by itself\.$/);
  });

  it('is for waiting or for ending, by its code', () => {
    expect(KINDS.map((kind) => exitOf({ kind, detail: '' }))).toEqual([4, 4, 5, 5, 5, 5, 4, 4, 4]);
  });
});
