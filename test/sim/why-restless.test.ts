import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { type PaperKind, paper } from './plan/papers.ts';
import { PURCHASES, typeOf } from './plan/places.ts';
import { keyOf } from './world/ledger.ts';
import { whyRestless } from './world/why-restless.ts';

const PATH = join(PURCHASES, 'scan.pdf');

/** The answer for a file of this kind that one computer knows in this state. `isLeft`: its person said that it is not to be sent. */
function why(kind: PaperKind, state: object, isLeft: boolean): readonly string[] {
  const sheet = paper(kind, 'one');
  const item = { importType: typeOf(PATH), sha256: sheet.sha256, name: 'scan.pdf', state } as unknown as Item;
  const leftAside = new Set(isLeft ? [keyOf(typeOf(PATH), sheet.sha256)] : []);
  return whyRestless({ path: PATH, paper: sheet, modifiedAt: 0, atMs: 0 }, [item], { lost: null, leftAside, keyless: false });
}

const aside = { kind: 'aside', why: 'person' };

describe('a file that is larger than the service takes, which only the service can say', () => {
  it('has ended when the service has said it, and while a person is asked', () => {
    expect(why('too-large', { kind: 'unfit', by: 'service' }, false)).toEqual([]);
    expect(why('too-large', { kind: 'held', question: { kind: 'flood' } }, false)).toEqual([]);
  });

  it('has ended when its person put it aside before it was sent', () => {
    expect(why('too-large', aside, true)).toEqual([]);
  });

  it('has not ended when it was put aside and nobody asked for that, nor while it waits', () => {
    expect(why('too-large', aside, false)).toEqual(['is not set aside']);
    expect(why('too-large', { kind: 'waiting', last: null }, true)).toEqual(['is not set aside']);
  });
});

describe('a file that can be sent', () => {
  it('has ended aside only where its person put it there', () => {
    expect(why('fit', aside, true)).toEqual([]);
    expect(why('fit', aside, false)).toEqual(['has not ended']);
  });
});
