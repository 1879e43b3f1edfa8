import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { crashGuard, endOverBug } from '#electron/desktop/crash-guard.ts';
import { translator } from '#shared/i18n/translate.ts';
import { asked } from '#test/support/fake-electron/fake-dialogs.ts';
import { app, resetFakeElectron } from '#test/support/fake-electron/fake-electron.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

beforeEach(() => resetFakeElectron());

const MINUTE = 60_000;

function end(folder: string, now: number, words: readonly string[] = ['--profile', 'p']) {
  const log = recordingLog();
  const bug = new TypeError('no such supplier: Dupont SARL');
  const argv = ['/opt/Intray/intray', ...words];
  endOverBug(bug, { log, guard: crashGuard(folder), now, argv, translate: translator('en') });
  return log;
}

describe('a bug that reaches the edge', () => {
  it('ends Intray, which starts again in the tray with what it was asked for', () => {
    end(tempFolder(), 0);
    expect(app.relaunched).toEqual(['--profile', 'p', '--hidden']);
    end(tempFolder(), 0, ['--profile', 'p', '--', '--hidden', 'scan.pdf']);
    expect(app.relaunched).toEqual(['--profile', 'p', '--hidden']);
    expect(app.exitCode).toBe(70);
    expect(asked.errors).toEqual([]);
  });

  it('is logged by its name and its place, without its words, which may speak of a file', () => {
    const log = end(tempFolder(), 0);
    expect(JSON.stringify(log.lines)).toContain('TypeError');
    expect(JSON.stringify(log.lines)).toContain('end-over-bug.test.ts');
    expect(JSON.stringify(log.lines)).not.toContain('Dupont');
  });

  it('is given up the fourth time within ten minutes, and said to the person; their own next start counts anew', () => {
    const folder = tempFolder();
    for (const minute of [0, 1, 2]) end(folder, minute * MINUTE);
    expect(app.exitCode).toBe(70);
    app.relaunched = null;
    end(folder, 3 * MINUTE);
    expect(app.exitCode).toBe(1);
    expect(app.relaunched).toBeNull();
    expect(asked.errors).toEqual([expect.stringContaining('several times in a row')]);
    end(folder, 4 * MINUTE);
    expect(app.exitCode).toBe(70);
  });

  it('may come again every hour without being given up', () => {
    const folder = tempFolder();
    for (let hour = 0; hour < 10; hour += 1) end(folder, hour * 60 * MINUTE);
    expect(app.exitCode).toBe(70);
  });

  it('is not gone round for ever where nothing can be written', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    end(join(folder, 'file', 'below'), 0);
    expect(app.exitCode).toBe(1);
  });
});

describe('the start after it', () => {
  it('knows of it once, and reads a damaged note as none', () => {
    const folder = tempFolder();
    expect(crashGuard(folder).wasCrash()).toBe(false);
    end(folder, 0);
    expect(crashGuard(folder).wasCrash()).toBe(true);
    expect(crashGuard(folder).wasCrash()).toBe(false);
    writeFileSync(join(folder, 'crashes.json'), readFileSync(join(folder, 'crashes.json')).subarray(0, 5));
    expect(crashGuard(folder).wasCrash()).toBe(false);
    chmodSync(folder, 0o700);
  });
});
