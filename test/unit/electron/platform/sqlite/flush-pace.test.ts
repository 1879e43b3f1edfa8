import { describe, expect, it } from 'vitest';
import { flushPace } from '#electron/platform/sqlite/open-files.ts';

describe('a thread for flushes', () => {
  it('is worth its memory while many documents come, and not for a write now and then', () => {
    const pace = flushPace();
    for (let at = 0; at < 20_000; at += 1_000) {
      pace.took(0.4, at);
      expect(pace.isWorthAThread(at)).toBe(false);
    }
    for (let at = 20_000; at < 20_700; at += 100) pace.took(0.4, at);
    expect(pace.isWorthAThread(20_600)).toBe(false);
    pace.took(0.4, 20_700);
    expect(pace.isWorthAThread(20_700)).toBe(true);
    expect(pace.isWorthAThread(21_100)).toBe(false);
  });

  it('is worth it from the first slow flush to the next fast one', () => {
    const pace = flushPace();
    pace.took(20, 0);
    expect(pace.isWorthAThread(60_000)).toBe(true);
    pace.took(1, 60_000);
    expect(pace.isWorthAThread(60_000)).toBe(false);
  });
});
