import { describe, expect, it } from 'vitest';
import { windowUploadFaultSchema } from '#shared/app-api/window-upload.ts';
import { afterFault } from '#renderer/upload-from-window/upload-queue.ts';
import type { WindowFault } from '#renderer/upload-from-window/hand-over.ts';

/** Whether it may be tried again here and now, and whether it ends the whole upload. */
const AFTER: Readonly<Record<WindowFault['kind'], 'again' | 'again, and ends the go' | 'ends the go' | 'never'>> = {
  unfit: 'never',
  known: 'never',
  'folder-away': 'again, and ends the go',
  disk: 'again',
  'left-alone': 'never',
  'no-folder': 'ends the go',
  full: 'again, and ends the go',
  'no-name': 'never',
  'not-open': 'never',
  broken: 'again',
  busy: 'again',
  'a-folder': 'never',
  unread: 'again',
  'no-answer': 'again, and ends the go',
};
const OF_THE_WINDOW = ['a-folder', 'unread', 'no-answer'] as const;
const OF_THE_ENGINE = windowUploadFaultSchema.options.flatMap(({ shape: { kind } }) => ('options' in kind ? kind.options : [kind.value]));

describe('a file that was not copied', () => {
  it.each([...OF_THE_ENGINE, ...OF_THE_WINDOW])('because of %s', (kind) => {
    const { mayPass, forAll } = afterFault(kind);
    const said = mayPass ? (forAll ? 'again, and ends the go' : 'again') : forAll ? 'ends the go' : 'never';
    expect(said).toBe(AFTER[kind]);
  });
});
