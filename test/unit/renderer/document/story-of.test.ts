import { describe, expect, it } from 'vitest';
import { nextOf, storyOf } from '#renderer/document/story-of.ts';
import { submissionSchema } from '#shared/domain/item/item.ts';
import { plus, type WallMs } from '#shared/lib/duration.ts';
import { anItem, DOCUMENT, NOW } from '#test/unit/shared/domain/items.ts';

const earlier = submissionSchema.parse({
  resubmission: 0,
  integrationId: null,
  reference: null,
  sentElsewhere: false,
  receivedAt: plus(NOW, 1),
  kind: 'refused',
  documentId: DOCUMENT,
  at: plus(NOW, 2),
  reason: 'Illisible',
  contradicted: false,
});

function refusedAt(rejectedAt: WallMs) {
  const state = { kind: 'refused', documentId: DOCUMENT, at: plus(NOW, 9_000), rejectedAt, reason: null, contradicted: false } as const;
  return anItem({ receivedAt: NOW, state });
}

describe('the story of a document', () => {
  it('begins with its finding and ends with where it is now', () => {
    expect(storyOf(anItem()).map(({ key }) => key)).toEqual(['document.found', 'document.checked', 'document.will-be-sent']);
  });

  it('keeps each earlier sending, with the reason and the number that stand nowhere else', () => {
    const story = storyOf(anItem({ resubmission: 1, receivedAt: plus(NOW, 3) }), [earlier]);
    expect(story.map(({ key }) => key)).toEqual([
      'document.found',
      'document.checked',
      'document.received',
      'document.refused',
      'document.sent-again',
      'document.received',
      'document.will-be-sent',
    ]);
    expect(story[3]).toMatchObject({ reason: 'Illisible', documentId: DOCUMENT, at: NOW + 2 });
  });

  it('dates a refusal by its own date, also an earlier one, and by the event where that cannot be', () => {
    expect(storyOf(refusedAt(plus(NOW, 5_000))).at(-1)).toMatchObject({ at: NOW + 5_000 });
    expect(storyOf(refusedAt(plus(NOW, -5_000))).at(-1)).toMatchObject({ at: NOW + 9_000 });
    const story = storyOf(anItem({ resubmission: 1, receivedAt: plus(NOW, 3) }), [
      { ...earlier, at: plus(NOW, 9_000), rejectedAt: plus(NOW, 5_000) },
    ]);
    expect(story[3]).toMatchObject({ key: 'document.refused', at: NOW + 5_000 });
  });

  it('says when it was sent and after how many tries, and when it was received', () => {
    const item = anItem({ attempts: 3, receivedAt: plus(NOW, 9), state: { kind: 'awaiting', documentId: DOCUMENT, since: plus(NOW, 9) } });
    const story = storyOf(item, [], plus(NOW, 5));
    expect(story.slice(2, 4)).toMatchObject([
      { key: 'document.sent', at: NOW + 5, tries: 3 },
      { key: 'document.received', at: NOW + 9, tries: 0 },
    ]);
    expect(nextOf(item)).toBe('document.next.answer');
  });

  it('says when a person had it sent all the same, and not that it was checked', () => {
    const story = storyOf(anItem({ allTheSameAt: plus(NOW, 4) }));
    expect(story.map(({ key }) => key)).toEqual(['document.found', 'document.unfit', 'document.all-the-same', 'document.will-be-sent']);
    expect(story[2]).toMatchObject({ at: NOW + 4 });
  });

  it('says that a person chose to send what was made of it, and not that the file was checked', () => {
    const conversion = { sha256: 'cd'.repeat(32), bytes: 9, mediaType: 'application/pdf', pages: 2, from: 'tiff', tools: 'x' } as const;
    const story = storyOf(anItem({ conversion }));
    expect(story.map(({ key }) => key)).toEqual(['document.found', 'document.unfit', 'conversion.chosen', 'document.will-be-sent']);
    expect(story[2]).toMatchObject({ conversion, at: null });
    const byFolder = storyOf(anItem({ conversion: { ...conversion, by: 'folder' } }));
    expect(byFolder[2]).toMatchObject({ key: 'conversion.by-folder', mark: 'waiting' });
    const toBeMade = storyOf(anItem({ mediaType: null, toConvert: 'tiff' }));
    expect(toBeMade.map(({ key }) => key)).toEqual(['document.found', 'document.unfit', 'conversion.to-be-made', 'document.will-be-sent']);
    const tiff = anItem({ mediaType: null, state: { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } } });
    expect(nextOf(tiff)).toBe('document.next.convert');
  });

  it('ends with when a refusal was dealt with', () => {
    const refused = { kind: 'refused', documentId: DOCUMENT, at: plus(NOW, 2), reason: null, contradicted: false } as const;
    const story = storyOf(anItem({ state: { ...refused, settled: { at: plus(NOW, 7), by: 'person' } } }));
    expect(story.slice(-2)).toMatchObject([
      { key: 'document.refused', mark: 'refused', at: NOW + 2 },
      { key: 'document.settled', mark: 'settled', at: NOW + 7 },
    ]);
  });

  it('says why it waits, and until when', () => {
    const last = { kind: 'offline', code: 'ENETUNREACH' } as const;
    const story = storyOf(anItem({ attempts: 2, state: { kind: 'waiting', dueAt: plus(NOW, 60), last } }));
    expect(story.at(-1)).toMatchObject({ tries: 2, nextTryAt: NOW + 60, cause: last });
  });

  it('does not say of what was never fit that it was checked, and knows what comes next', () => {
    const item = anItem({ mediaType: null, state: { kind: 'unfit', by: 'intray', problem: { kind: 'blank' } } });
    expect(storyOf(item).map(({ key }) => key)).toEqual(['document.found', 'document.unfit']);
    expect(nextOf(item)).toBe('document.next.correct');
  });
});
