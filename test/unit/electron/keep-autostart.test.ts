import { describe, expect, it } from 'vitest';
import { createSettings, keepAutostart } from '#electron/settings/create-settings.ts';
import { settingsHandlers } from '#electron/settings/settings-handlers.ts';
import type { Autostart } from '#electron/engine/engine.ts';

/** What was done to the system's list, in order. */
function aList({ isFirst = false }: { readonly isFirst?: boolean } = {}) {
  const done: (boolean | 'mended')[] = [];
  const autostart: Autostart = {
    isFirst,
    view: () => ({ is: 'starts', system: 'linux' }),
    set: (on) => void done.push(on),
    mend: () => void done.push('mended'),
    onChange: () => undefined,
  };
  return { done, autostart };
}

const someSettings = (kept: unknown = null) => createSettings({ read: () => kept, write: () => {} });
const never = () => Promise.reject(new Error('not asked for'));

describe('a start', () => {
  it('makes an entry only if it is the first one of all, and the person is asked for nothing', () => {
    const { done, autostart } = aList({ isFirst: true });
    keepAutostart(autostart, someSettings());
    expect(done).toEqual([true]);
  });

  it('mends the path of an entry afterwards, whatever the setting says, and makes and removes none', () => {
    for (const startAtLogin of [true, false]) {
      const { done, autostart } = aList();
      keepAutostart(autostart, someSettings({ startAtLogin }));
      expect(done).toEqual(['mended']);
    }
  });

  it('does nothing where the host starts nothing', () => {
    expect(() => keepAutostart(null, someSettings())).not.toThrow();
  });
});

describe('the setting', () => {
  it('writes the entry when the person sets it, also when it said so before: it may have been taken away elsewhere', async () => {
    const { done, autostart } = aList();
    const part = settingsHandlers({ settings: someSettings(), forgetProxyPassword: never, autostart });
    await part.change({ language: 'fr' });
    expect(done).toEqual([]);
    await part.change({ startAtLogin: true });
    await part.change({ startAtLogin: false });
    expect(done).toEqual([true, false]);
  });

  it('is kept where the host starts nothing', async () => {
    const settings = someSettings();
    await settingsHandlers({ settings, forgetProxyPassword: never, autostart: null }).change({ startAtLogin: false });
    expect(settings.get().startAtLogin).toBe(false);
  });
});
