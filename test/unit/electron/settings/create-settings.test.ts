import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beginWithConfiguration, createSettings } from '#electron/settings/create-settings.ts';
import { builtInConfiguration } from '#electron/desktop/launch-options.ts';
import { CONFIGURATION } from '#test/support/network/ask-host.ts';
import { tempFolder } from '#test/support/folders.ts';
import { settingsChangeSchema } from '#shared/app-api/settings.ts';
import { anOpenJournal, opened } from '#test/unit/electron/journal/an-open-journal.ts';

describe('service and relay of a build', () => {
  it('are those that a new profile begins with, and one that knows either keeps what it has', () => {
    const { journal } = anOpenJournal();
    const settings = createSettings(journal.settings);
    expect(beginWithConfiguration(null, settings)).toBe(false);
    expect(settings.get()).toMatchObject({ relayUrl: null, service: null });
    expect(beginWithConfiguration(CONFIGURATION, settings)).toBe(true);
    expect(settings.get()).toMatchObject(CONFIGURATION);
    const later = { ...CONFIGURATION, relayUrl: 'https://elsewhere.example/' };
    expect(beginWithConfiguration(later, createSettings(journal.settings))).toBe(false);
    expect(createSettings(journal.settings).get()).toMatchObject(CONFIGURATION);
  });

  it.each(['relayUrl', 'service'] as const)('are not mixed with a %s that was set by hand', (member) => {
    const settings = createSettings(anOpenJournal().journal.settings);
    settings.change({ [member]: CONFIGURATION[member] });
    const before = settings.get();
    expect(beginWithConfiguration(CONFIGURATION, settings)).toBe(false);
    expect(settings.get()).toEqual(before);
  });

  it('are read from the package, and none where it names none or not all of them', () => {
    const root = tempFolder();
    const write = (manifest: object): void => writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
    write({ version: '1.0.0', configuration: CONFIGURATION });
    expect(builtInConfiguration(root)).toEqual(CONFIGURATION);
    write({ version: '1.0.0' });
    expect(builtInConfiguration(root)).toBeNull();
    write({ configuration: { relayUrl: CONFIGURATION.relayUrl } });
    expect(builtInConfiguration(root)).toBeNull();
  });
});

describe('the settings', () => {
  it('begin with the defaults, and a change applies at once and after a restart', () => {
    const { journal, file, clock } = anOpenJournal();
    const settings = createSettings(journal.settings);
    expect(settings.get()).toMatchObject({ language: 'system', parallelUploads: 4, relayUrl: null, service: null });
    const told: number[] = [];
    settings.onChange((now, before) => told.push(before.parallelUploads, now.parallelUploads));
    settings.change({ parallelUploads: 2 });
    expect(settings.get().parallelUploads).toBe(2);
    expect(told).toEqual([4, 2]);
    journal.close();
    const again = opened(file, clock);
    expect(createSettings(again.settings).get().parallelUploads).toBe(2);
    again.close();
  });

  it('keep what a change does not name', () => {
    const { journal } = anOpenJournal();
    const settings = createSettings(journal.settings);
    settings.change({ language: 'fr', relayUrl: 'https://relay.example' });
    expect(settings.change(settingsChangeSchema.parse({ theme: 'dark' }))).toMatchObject({
      language: 'fr',
      theme: 'dark',
      relayUrl: 'https://relay.example',
    });
  });

  it('take a member that is there but undefined for one that is not named', () => {
    const settings = createSettings(anOpenJournal().journal.settings);
    settings.change({ parallelUploads: 2, askAfterDays: 3 });
    expect(settings.change({ parallelUploads: undefined, askAfterDays: 4 })).toMatchObject({ parallelUploads: 2, askAfterDays: 4 });
  });

  it('keep the parts that a change of hours, proxy or credentials does not name', () => {
    const settings = createSettings(anOpenJournal().journal.settings);
    settings.change({ quietHours: { from: 60, to: 120 }, proxy: { mode: 'manual', url: 'http://proxy.example:3128' } });
    const change = settingsChangeSchema.parse({ quietHours: { to: 180 }, proxy: { user: 'anne' }, credentials: { mode: 'direct' } });
    expect(settings.change(change)).toMatchObject({
      quietHours: { from: 60, to: 180 },
      proxy: { mode: 'manual', url: 'http://proxy.example:3128', user: 'anne' },
      credentials: { mode: 'direct', clientId: null },
    });
    expect(settings.change({ theme: 'dark' }).quietHours).toEqual({ from: 60, to: 180 });
    expect(settings.change({ quietHours: null }).quietHours).toBeNull();
    expect(settings.change({ quietHours: { to: 180 } }).quietHours).toBeNull();
  });

  it('let a damaged member fall back alone', () => {
    const { journal } = anOpenJournal();
    journal.settings.write({ language: 'fr', theme: 7, parallelUploads: 99, relayUrl: 'http://far.example', ofTomorrow: true });
    expect(createSettings(journal.settings).get()).toMatchObject({ language: 'fr', theme: 'system', parallelUploads: 4, relayUrl: null });
    journal.settings.write('nonsense');
    expect(createSettings(journal.settings).get().language).toBe('system');
  });

  it('count the version that a profile is set up with as read, and no other one', () => {
    const { journal } = anOpenJournal();
    // Nothing is written before the user sets something.
    expect(createSettings(journal.settings, '0.1.0').get().newsSeen).toBe('0.1.0');
    expect(journal.settings.read()).toBeNull();
    createSettings(journal.settings, '0.1.0').change({ language: 'fr' });
    expect(createSettings(journal.settings, '0.2.0').get().newsSeen).toBe('0.1.0');
    // A profile from before there were any news.
    journal.settings.write({ language: 'fr' });
    expect(createSettings(journal.settings, '0.2.0').get().newsSeen).toBeNull();
  });

  it('refuse a change to something that cannot be, instead of forgetting what was there', () => {
    expect(settingsChangeSchema.safeParse({ relayUrl: 'http://far.example' }).success).toBe(false);
    expect(settingsChangeSchema.safeParse({ parallelUploads: 0 }).success).toBe(false);
    expect(settingsChangeSchema.safeParse({ proxy: { uri: 'http://proxy.example:3128' } }).success).toBe(false);
  });
});
