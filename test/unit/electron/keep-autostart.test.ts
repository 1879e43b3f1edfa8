import { describe, expect, it, onTestFinished } from 'vitest';
import { createSettings, keepAutostart, settingsHandlers } from '#electron/settings/create-settings.ts';
import type { Autostart, Engine, EngineFault } from '#electron/engine/engine.ts';
import { openWhenReady } from '#electron/engine/open-when-ready.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { dirname } from 'node:path';
import { restart, restartLater } from '#electron/engine/create-engine.ts';
import { strikeJournal } from '#test/sim/world/disk/journal-faults.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, item } from '#test/unit/electron/journal/an-open-journal.ts';

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

type Kind = EngineFault['kind'];

/** A start whose attempts end as given, one after the other. */
function aStart(tries: readonly (Kind | 'good')[]) {
  const clock = virtualClock();
  const told: (Kind | null)[] = [];
  let made = 0;
  const opened = openWhenReady({
    world: { clock, log: recordingLog() },
    open: async () => {
      const kind = tries[made] ?? 'good';
      made += 1;
      return kind === 'good' ? ok({} as Engine) : fail({ kind, detail: '' });
    },
    tell: (fault) => told.push(fault === null ? null : fault.kind),
  });
  let ended: Kind | 'good' | null = null;
  void opened.then((result) => {
    ended = result.ok ? 'good' : result.failure.kind;
    return ended;
  });
  return { clock, told, made: () => made, ended: () => ended };
}

describe('a start', () => {
  it('on a disk that does not take what is written waits, says each reason once, and goes on by itself', async () => {
    const start = aStart(['full', 'full', 'read-only', 'held', 'broken', 'full']);
    await start.clock.settle();
    expect([start.ended(), start.told]).toEqual([null, ['full']]);
    await start.clock.advance(20 * SECOND_MS);
    expect(start.ended()).toBeNull();
    await start.clock.advance(20 * SECOND_MS);
    expect(start.ended()).toBe('good');
    expect(start.told).toEqual(['full', 'read-only', 'held', 'broken', 'full', null]);
    expect(start.made()).toBe(7);
  });

  it.each(['newer', 'in-use', 'unreadable'] as const)('ends at once where waiting mends nothing: %s', async (kind) => {
    const start = aStart([kind]);
    await start.clock.settle();
    expect([start.ended(), start.told, start.made()]).toEqual([kind, [], 1]);
  });

  it('that waits lets a command have the profile for a moment, and ends where another one keeps it', async () => {
    const lent = aStart(['full', 'in-use', 'in-use', 'full']);
    await lent.clock.advance(60 * SECOND_MS);
    expect([lent.ended(), lent.told]).toEqual(['good', ['full', null]]);
    const kept = aStart(['full', ...Array.from({ length: 30 }, () => 'in-use' as const)]);
    await kept.clock.advance(60 * SECOND_MS);
    expect([kept.ended(), kept.told]).toEqual(['in-use', ['full', null]]);
  });

  it('that waits ends when the journal turns out to be of a newer version', async () => {
    const start = aStart(['full', 'newer']);
    await start.clock.advance(5 * SECOND_MS);
    expect([start.ended(), start.told]).toEqual(['newer', ['full', null]]);
  });
});

/** SQLite's codes for a full disk, and for an error in the SQL. */
const [FULL, MISTAKE] = [13, 1];

/** A journal with an upload under way, on a disk that answers each transaction with `code`. */
function aJournal(code: () => number | null) {
  const open = anOpenJournal();
  const { itemId } = open.journal.intake.enqueue(aFile(aFolder(open, aCompany(open))));
  begun(open, itemId);
  onTestFinished(strikeJournal(dirname(open.file), code));
  // The fault applies only to databases that are opened after it was set.
  open.journal.close();
  return { open, itemId };
}

describe('what was under way, at a start on a full disk,', () => {
  it('waits for its next try as soon as the disk takes that', async () => {
    let code: number | null = null;
    const { open, itemId } = aJournal(() => code);
    const again = anOpenJournal(open.file);
    code = FULL;
    expect(restart(again)).toBeNull();
    expect(item(again, itemId).state.kind).toBe('uploading');
    const later = restartLater({ clock: again.clock }, again, new AbortController().signal);
    await again.clock.advance(20 * SECOND_MS);
    expect(item(again, itemId).state.kind).toBe('uploading');
    code = null;
    await again.clock.advance(5 * SECOND_MS);
    expect(await later).toBe(1);
    expect(item(again, itemId).state.kind).toBe('waiting');
  });

  it('is left to the next start where this one is ended before; what is no matter of the disk is a bug', async () => {
    let code: number | null = null;
    const { open } = aJournal(() => code);
    const again = anOpenJournal(open.file);
    code = FULL;
    const closing = new AbortController();
    const later = restartLater({ clock: again.clock }, again, closing.signal);
    closing.abort();
    expect(await later).toBeNull();
    code = MISTAKE;
    expect(() => restart(again)).toThrow('disk of the simulation');
  });
});
