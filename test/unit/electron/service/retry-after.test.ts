import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '#electron/service/import-document.ts';
import { wallMs } from '#shared/lib/duration.ts';

const NOW = wallMs(Date.UTC(2026, 0, 5, 8));

describe('how long a service asks to wait', () => {
  it.each([
    ['seconds', { 'retry-after': '120' }, 120_000],
    ['no seconds at all', { 'retry-after': '0' }, 0],
    ['a date, by our clock', { 'retry-after': 'Mon, 05 Jan 2026 08:01:00 GMT' }, 60_000],
    [
      'a date, by the clock of who wrote it',
      { 'retry-after': 'Mon, 05 Jan 2030 08:01:00 GMT', date: 'Mon, 05 Jan 2030 08:00:30 GMT' },
      30_000,
    ],
    ['a date that is past', { 'retry-after': 'Mon, 05 Jan 2026 07:00:00 GMT' }, 0],
    ['a date next to a nonsense clock', { 'retry-after': 'Mon, 05 Jan 2026 08:00:10 GMT', date: 'yesterday' }, 10_000],
    ['nothing', {}, null],
    ['an empty text', { 'retry-after': ' ' }, null],
    ['a negative number', { 'retry-after': '-1' }, null],
    ['words', { 'retry-after': 'soon' }, null],
    ['an endless number', { 'retry-after': '99999999999' }, null],
  ])('is read from %s', (_, headers, expected) => {
    expect(retryAfterMs(headers as Record<string, string>, NOW)).toBe(expected);
  });
});
