import { describe, expect, it } from 'vitest';
import { createChanges } from '#electron/engine/changes.ts';

describe('the stream of changes', () => {
  it('begins at once, and gives a slow reader the newest alone', async () => {
    const changes = createChanges();
    const stream = changes.revisions(undefined);
    expect((await stream.next()).value).toEqual({ revision: 1 });
    for (let ring = 0; ring < 1_000; ring += 1) changes.ring();
    expect((await stream.next()).value).toEqual({ revision: 1_001 });
    const waiting = stream.next();
    changes.ring();
    expect((await waiting).value).toEqual({ revision: 1_002 });
  });

  it('ends when its reader goes, and when the engine does', async () => {
    const changes = createChanges();
    const gone = new AbortController();
    const first = changes.revisions(gone.signal);
    const second = changes.revisions(undefined);
    await first.next();
    await second.next();
    const waits = [first.next(), second.next()];
    gone.abort();
    expect((await waits[0])?.done).toBe(true);
    changes.close();
    expect((await waits[1])?.done).toBe(true);
  });

  it('is given to so many readers and no more, and again when one has gone', async () => {
    const changes = createChanges();
    const streams = Array.from({ length: 64 }, () => changes.revisions(undefined));
    for (const stream of streams) await stream.next();
    expect((await changes.revisions(undefined).next()).done).toBe(true);
    await streams[0]?.return();
    expect((await changes.revisions(undefined).next()).done).toBe(false);
  });
});
