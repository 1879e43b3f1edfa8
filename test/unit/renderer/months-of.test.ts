import { describe, expect, test } from 'vitest';
import { monthsOf } from '#renderer/questions/bulk/bulk-question-page.tsx';
import { wallMs } from '#shared/lib/duration.ts';

const at = (day: string) => wallMs(new Date(`${day}T12:00`).getTime());
const shown = (oldest: string, newest: string) =>
  monthsOf({ oldest: at(oldest), newest: at(newest) }).map(
    ({ month, isBefore }) => `${isBefore ? 'before ' : ''}${new Date(month).getFullYear()}-${new Date(month).getMonth() + 1}`,
  );

describe('the months of a bulk arrival', () => {
  test('go from the oldest file to the newest, across a new year and short months', () => {
    expect(shown('2025-11-30', '2026-03-31')).toEqual(['2025-11', '2025-12', '2026-1', '2026-2', '2026-3']);
    expect(shown('2026-03-01', '2026-03-31')).toEqual(['2026-3']);
  });

  test('are eleven at most, and one span for all that is older', () => {
    const all = shown('2011-05-05', '2026-11-20');
    expect(all).toHaveLength(12);
    expect([all[0], all[1], all.at(-1)]).toEqual(['before 2026-1', '2026-1', '2026-11']);
  });

  test('begin at midnight on the first, here', () => {
    const [first] = monthsOf({ oldest: at('2026-03-05'), newest: at('2026-03-31') });
    expect(first?.start).toBe(new Date(2026, 2, 1).getTime());
  });
});
