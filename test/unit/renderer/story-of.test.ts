import { describe, expect, it } from 'vitest';
import { storyOf } from '#renderer/document/story-of.ts';
import { submissionSchema } from '#shared/domain/submission.ts';
import { plus } from '#shared/lib/duration.ts';
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

describe('the story of a document', () => {
  it('begins with its finding and ends with where it is now', () => {
    expect(storyOf(anItem()).map(({ key }) => key)).toEqual(['document.found', 'document.will-be-sent']);
  });

  it('keeps each earlier sending, with the reason and the number that stand nowhere else', () => {
    const story = storyOf(anItem({ resubmission: 1, receivedAt: plus(NOW, 3) }), [earlier]);
    expect(story.map(({ key }) => key)).toEqual([
      'document.found',
      'document.received',
      'document.refused',
      'document.sent-again',
      'document.received',
      'document.will-be-sent',
    ]);
    expect(story[2]).toMatchObject({ reason: 'Illisible', documentId: DOCUMENT, at: NOW + 2 });
  });
});
