import { describe, expect, it } from 'vitest';
import { type KnownWriter, learnedWait } from '#shared/domain/folder/waits.ts';
import { DAY_MS, plus, SECOND_MS, wallMs } from '#shared/lib/duration.ts';

const NOW = wallMs(1_800_000_000_000);
const writer = (of: Partial<KnownWriter>): KnownWriter => ({ inPlace: 10, gapMs: null, gapAt: null, ...of });
const ago = (days: number) => plus(NOW, -days * DAY_MS);

describe('a folder that nobody has set', () => {
  it.each([
    ['20 s for its first ten files', writer({ inPlace: 9 }), 20, { kind: 'first', files: 1 }],
    ['5 s afterwards', writer({}), 5, { kind: 'quick' }],
    ['twice the gap', writer({ gapMs: 22_500, gapAt: NOW }), 45, { kind: 'pages' }],
    ['two minutes at most', writer({ gapMs: 90_000, gapAt: NOW }), 120, { kind: 'pages' }],
    ['5 s at least', writer({ gapMs: 900, gapAt: NOW }), 5, { kind: 'pages' }],
    ['20 s at least for its first files', writer({ inPlace: 3, gapMs: 900, gapAt: NOW }), 20, { kind: 'pages' }],
    ['the gap for thirty days', writer({ gapMs: 20_000, gapAt: ago(29.9) }), 40, { kind: 'pages', until: plus(ago(29.9), 30 * DAY_MS) }],
    ['5 s again after thirty days', writer({ gapMs: 20_000, gapAt: ago(30) }), 5, { kind: 'quick' }],
  ])('waits %s', (_, of, seconds, waits) => {
    expect(learnedWait(of, NOW)).toMatchObject({ settleMs: seconds * SECOND_MS, waits });
  });
});
