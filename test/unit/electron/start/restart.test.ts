import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { restart, restartLater } from '#electron/engine/create-engine.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { strikeJournal } from '#test/sim/world/disk/journal-faults.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, item } from '#test/unit/electron/journal/an-open-journal.ts';

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
