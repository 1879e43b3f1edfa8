import { describe, expect, it } from 'vitest';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { anItem } from '#test/unit/shared/domain/items.ts';
import { faultOf, mediaTypeToDraw, whyUnshown } from '#renderer/preview/showable.ts';

const unfit = (problem: Problem) => anItem({ mediaType: null, state: { kind: 'unfit', by: 'intray', problem } satisfies ItemState });

describe('a preview of a file that cannot be sent', () => {
  it('is tried where it is called damaged, as what it was found to be', () => {
    for (const found of ['pdf', 'jpeg', 'png', 'bmp'] as const) {
      const item = unfit({ kind: 'damaged', found });
      expect([whyUnshown(item), mediaTypeToDraw(item)]).toEqual([null, found === 'pdf' ? 'application/pdf' : `image/${found}`]);
    }
  });

  it('is not tried where there is nothing to show, and says why', () => {
    expect(whyUnshown(unfit({ kind: 'blank' }))).toBe('no-pages');
    expect(whyUnshown(unfit({ kind: 'password' }))).toBe('password');
    expect(whyUnshown(unfit({ kind: 'not-taken', found: 'office' }))).toBe('kind');
    expect(whyUnshown({ ...unfit({ kind: 'damaged', found: 'pdf' }), sha256: null })).toBe('unread');
  });

  it('is tried of what the frame draws although the service does not take it, also once a version of it was sent', () => {
    for (const found of ['webp', 'avif', 'tiff', 'heic'] as const) {
      const item = unfit({ kind: 'not-taken', found });
      expect([whyUnshown(item), mediaTypeToDraw(item)]).toEqual([null, `image/${found}`]);
    }
    const conversion = { sha256: 'cd'.repeat(32), bytes: 9, mediaType: 'application/pdf', pages: 1, from: 'tiff', tools: 'x' } as const;
    expect([whyUnshown(anItem({ conversion })), mediaTypeToDraw(anItem({ conversion }))]).toEqual([null, 'image/tiff']);
  });

  it('does not say that the document is not affected', () => {
    expect(faultOf(unfit({ kind: 'damaged', found: 'pdf' }), 'failed')).toBe('damaged');
    expect(faultOf(anItem(), 'failed')).toBe('failed');
  });
});
