import { describe, expect, it } from 'vitest';
import { monthName, monthOf } from '#renderer/parts/month-of.ts';
import { wallMs } from '#shared/lib/duration.ts';

const NOW = wallMs(new Date(2026, 2, 31, 23, 59).getTime());
const local = (...date: readonly [number, number, number]) => new Date(...date).getTime();

describe('a month', () => {
  it('begins and ends at midnight of the person’s own time zone, and follows the one before without a gap', () => {
    expect(monthOf(NOW, 0)).toEqual({ from: local(2026, 2, 1), before: local(2026, 3, 1) });
    expect(monthOf(NOW, -1)).toEqual({ from: local(2026, 1, 1), before: local(2026, 2, 1) });
    for (let at = -30; at < 0; at += 1) expect(monthOf(NOW, at).before).toBe(monthOf(NOW, at + 1).from);
  });

  it('has its year only where it is another one, and begins a sentence', () => {
    expect([0, -1, -3].map((at) => monthName(monthOf(NOW, at), NOW, 'fr'))).toEqual(['Mars', 'Février', 'Décembre 2025']);
    expect(monthName(monthOf(NOW, -3), NOW, 'en')).toBe('December 2025');
  });
});
