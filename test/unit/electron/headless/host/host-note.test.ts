import { describe, expect, it } from 'vitest';
import { keepHostNote, readHostNote } from '#electron/headless/host/host-note.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';

const NOTE = { port: 8_421, commandKey: 'key', pid: 7 };

describe('the note by which commands find the host', () => {
  it('follows as soon as a full disk takes it, and goes with the host', async () => {
    const [clock, files] = [virtualClock(), memoryFiles()];
    files.full = { kind: 'full', code: 'ENOSPC' };
    const kept = await keepHostNote({ clock, files, log: recordingLog() }, '/profile', NOTE);
    await clock.advance(20 * SECOND_MS);
    expect(await readHostNote(files, '/profile')).toBeNull();
    files.full = null;
    await clock.advance(5 * SECOND_MS);
    expect(await readHostNote(files, '/profile')).toEqual(NOTE);
    await kept.remove();
    expect(await readHostNote(files, '/profile')).toBeNull();
  });

  it('is left by no host that has ended', async () => {
    const [clock, files] = [virtualClock(), memoryFiles()];
    files.full = { kind: 'full', code: 'ENOSPC' };
    const kept = await keepHostNote({ clock, files, log: recordingLog() }, '/profile', NOTE);
    await kept.remove();
    files.full = null;
    await clock.advance(20 * SECOND_MS);
    expect(await readHostNote(files, '/profile')).toBeNull();
  });
});
