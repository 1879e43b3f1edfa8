import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinoLog } from '#shared/node/log.ts';
import { rotatingFile } from '#electron/platform/files/rotating-file.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';

function held(): void {
  throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
}

describe('a log in a file', () => {
  it('never grows beyond its bound, keeps the newest lines, and drops the oldest file', () => {
    const path = join(tempFolder(), 'logs', 'intray.log');
    const file = rotatingFile({ path, bytesMax: 100, keep: 2 });
    for (let line = 0; line < 50; line += 1) file.write(`line ${String(line).padStart(3, '0')} ${'x'.repeat(20)}\n`);
    const folder = join(path, '..');
    expect(readdirSync(folder).toSorted()).toEqual(['intray.log', 'intray.log.1', 'intray.log.2']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(100);
    expect(readFileSync(path, 'utf8')).toContain('line 049');
    expect(readFileSync(`${path}.1`, 'utf8')).toContain('line 046');
  });

  it('that another program has open goes on in its file, loses none of the earlier ones, and is moved when that lets go', () => {
    const path = join(tempFolder(), 'intray.log');
    writeFileSync(`${path}.1`, 'earlier\n');
    writeFileSync(`${path}.2`, 'earliest\n');
    let isHeld = true;
    const rename = (from: string, to: string): void => {
      if (isHeld && from === path) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
      renameSync(from, to);
    };
    const file = rotatingFile({ path, bytesMax: 100, keep: 3, rename });
    for (let line = 0; line < 8; line += 1) file.write(`line ${line} ${'x'.repeat(12)}\n`);
    expect([readFileSync(`${path}.2`, 'utf8'), readFileSync(`${path}.3`, 'utf8')]).toEqual(['earlier\n', 'earliest\n']);
    expect(readFileSync(path, 'utf8')).toContain('line 0');
    isHeld = false;
    file.write('line 8\n');
    expect(readFileSync(path, 'utf8')).toBe('line 8\n');
    expect(readFileSync(`${path}.1`, 'utf8')).toContain('line 7');
  });

  it('that another program has open for good does not grow without end, and has the newest lines', () => {
    const path = join(tempFolder(), 'intray.log');
    const file = rotatingFile({ path, bytesMax: 100, keep: 2, rename: held });
    for (let line = 0; line < 50; line += 1) file.write(`line ${String(line).padStart(3, '0')} ${'x'.repeat(20)}\n`);
    expect(statSync(path).size).toBeLessThanOrEqual(200);
    expect(readFileSync(path, 'utf8')).toContain('line 049');
  });

  it('goes on in what an earlier start wrote', () => {
    const path = join(tempFolder(), 'logs', 'intray.log');
    rotatingFile({ path, bytesMax: 1_000, keep: 1 }).write('before\n');
    rotatingFile({ path, bytesMax: 1_000, keep: 1 }).write('after\n');
    expect(readFileSync(path, 'utf8')).toBe('before\nafter\n');
    expect(existsSync(`${path}.1`)).toBe(false);
  });

  it('is for this user alone', unless(NO_MODES), () => {
    const path = join(tempFolder(), 'logs', 'intray.log');
    rotatingFile({ path, bytesMax: 1_000, keep: 1 }).write('a line\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('gets the lines of a program that has no terminal', () => {
    const path = join(tempFolder(), 'intray.log');
    const log = pinoLog({ name: 'test', level: 'warn', also: rotatingFile({ path, bytesMax: 1_000, keep: 1 }) });
    log.info('not this');
    log.warn('this', { code: 'ENOSPC' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ name: 'test', msg: 'this', code: 'ENOSPC' });
  });
});
