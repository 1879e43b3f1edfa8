import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { triedUpdate } from '#electron/desktop/updates/tried-update.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

describe('what is known of the last try of an update', () => {
  it('says over a restart what was tried and why it failed, and lets it be tried again after a day', () => {
    const folder = tempFolder();
    let now = 1_000;
    const start = () => triedUpdate(folder, { from: '1.0.0', now: () => now });
    expect([start().last(), start().mayTry('1.1.0')]).toEqual([null, true]);
    expect(start().note('1.1.0', 'silent')).toBe(true);
    expect(start().last()).toEqual({ version: '1.1.0', why: 'silent' });
    expect([start().mayTry('1.1.0'), start().mayTry('1.2.0')]).toEqual([false, true]);
    now += DAY_MS - 1;
    expect(start().mayTry('1.1.0')).toBe(false);
    now += 1;
    expect(start().mayTry('1.1.0')).toBe(true);
    now -= 3 * DAY_MS;
    expect(start().mayTry('1.1.0')).toBe(true);
  });

  it('is over when another version than the one that tried is there', () => {
    const folder = tempFolder();
    triedUpdate(folder, { from: '1.0.0', now: () => 0 }).note('1.1.0', 'silent');
    expect(triedUpdate(folder, { from: '1.1.0', now: () => 0 }).last()).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is nothing where its file was spoiled, and tells where it cannot be kept', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'update-tried.json'), '{"version":');
    expect(triedUpdate(folder, { from: '1.0.0', now: () => 0 }).last()).toBeNull();
    mkdirSync(join(folder, 'update-tried.json.new'));
    const tried = triedUpdate(folder, { from: '1.0.0', now: () => 0 });
    expect(tried.note('1.1.0', 'silent')).toBe(false);
    // It is still known until this start ends.
    expect(tried.mayTry('1.1.0')).toBe(false);
  });
});
