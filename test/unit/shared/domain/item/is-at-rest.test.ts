import { describe, expect, it } from 'vitest';
import { STATE_KINDS } from '#shared/app-api/list/item-filter.ts';
import { isAtRest, type ItemStateKind, itemStateSchema } from '#shared/domain/item/item-state.ts';

const KINDS = itemStateSchema.options.map(({ shape }) => shape.kind.value);
const RESTS: Readonly<Record<ItemStateKind, boolean>> = {
  held: true,
  aside: true,
  unfit: true,
  waiting: false,
  uploading: false,
  awaiting: false,
  accepted: true,
  refused: true,
};

describe('every state of a document', () => {
  it.each(KINDS)('that is %s says whether Intray has more to do with it', (kind) => {
    expect(isAtRest(kind)).toBe(RESTS[kind]);
  });

  it('can be asked for in the list', () => {
    expect([...STATE_KINDS].sort()).toEqual([...KINDS].sort());
  });
});
