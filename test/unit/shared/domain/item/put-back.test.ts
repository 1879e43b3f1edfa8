import { describe, expect, it } from 'vitest';
import { advance } from '#shared/domain/item/advance.ts';
import { anItem, NOW } from '#test/unit/shared/domain/items.ts';

const held = anItem({ state: { kind: 'held', question: { kind: 'flood' } }, reference: null });

describe('what a person set aside', () => {
  it('is taken back with the question that it had, where that is known', () => {
    const aside = advance(held, { kind: 'put-aside' }, NOW).item;
    expect(advance(aside, { kind: 'put-back' }, NOW).item.state).toEqual(held.state);
    const others = [
      anItem({ state: { kind: 'aside', why: 'person' } }),
      anItem({ state: { kind: 'aside', why: 'removed', question: { kind: 'flood' } } }),
      anItem({ state: { kind: 'aside', why: 'replaced' } }),
      anItem(),
    ];
    for (const item of others) expect(advance(item, { kind: 'put-back' }, NOW).item).toBe(item);
  });
});
