import { resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { coalesced } from '#electron/desktop/coalesced.ts';
import { launchOptions } from '#electron/desktop/launch-options.ts';
import { endOverFault } from '#electron/desktop/start-fault.ts';
import { LANGUAGES } from '#shared/i18n/language.ts';
import { translator } from '#shared/i18n/translate.ts';
import { asked } from '#test/support/fake-electron/fake-dialogs.ts';
import { app, resetFakeElectron } from '#test/support/fake-electron/fake-electron.ts';

beforeEach(() => resetFakeElectron());

describe('the options of a start', () => {
  it('are read from among those of Chromium and of the app folder', () => {
    const argv = ['/usr/bin/electron', '.', '--no-sandbox', '--inspect=0', '--profile', 'p', '--create-key-file', 'k', '--lang=fr'];
    const key = { kind: 'key-file', path: resolve('k'), absent: 'create' };
    expect(launchOptions(argv, {})).toEqual({ profile: resolve('p'), hidden: false, key });
    expect(launchOptions([...argv, '--hidden'], {})).toEqual({ profile: resolve('p'), hidden: true, key });
  });

  it('use the keychain unless a key file is named, and make none by themselves', () => {
    expect(launchOptions(['electron'], {})).toEqual({ profile: null, hidden: false, key: { kind: 'keychain' } });
    const named = { kind: 'key-file', path: resolve('k'), absent: 'refuse' };
    expect(launchOptions(['electron', '--key-file=k'], {}).key).toEqual(named);
    expect(launchOptions(['electron'], { INTRAY_KEY_FILE: 'k' }).key).toEqual(named);
    expect(launchOptions(['electron', '--key-file='], {}).key).toEqual({ kind: 'keychain' });
  });
});

describe('a start that fails', () => {
  it('says each reason in its own words, in both languages, and ends with 1', () => {
    for (const language of LANGUAGES)
      for (const kind of ['in-use', 'newer', 'unreadable'] as const) endOverFault({ kind, detail: 'detail' }, translator(language));
    expect(new Set(asked.errors).size).toBe(6);
    expect(app.exitCode).toBe(1);
  });
});

describe('a doorbell', () => {
  it('that rings during a look brings one more look, not a queue of them', async () => {
    let looks = 0;
    const waiting: (() => void)[] = [];
    const ring = coalesced(() => {
      looks += 1;
      return new Promise<void>((done) => waiting.push(done));
    });
    for (let times = 0; times < 50; times += 1) ring();
    expect(looks).toBe(1);
    waiting.shift()?.();
    await new Promise(setImmediate);
    expect(looks).toBe(2);
    waiting.shift()?.();
    await new Promise(setImmediate);
    expect(looks).toBe(2);
    ring();
    expect(looks).toBe(3);
  });
});
