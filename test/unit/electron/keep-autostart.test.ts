import { expect, it } from 'vitest';
import { keepAutostart } from '#electron/app/keep-autostart.ts';
import { createSettings } from '#electron/settings/create-settings.ts';

it('the computer is told at the start whether to start Intray, and again when the person changes it', () => {
  const settings = createSettings({ read: () => ({ startAtLogin: false }), write: () => {} });
  const told: boolean[] = [];
  keepAutostart({ set: (on) => void told.push(on) }, settings);
  settings.change({ language: 'fr' });
  settings.change({ startAtLogin: true });
  settings.change({ startAtLogin: true });
  expect(told).toEqual([false, true]);
});

it('nothing is told where the host starts nothing', () => {
  const settings = createSettings({ read: () => null, write: () => {} });
  keepAutostart(null, settings);
  expect(settings.change({ startAtLogin: false }).startAtLogin).toBe(false);
});
