import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerQuestions } from '#electron/file-process/answer-questions.ts';
import type { Said } from '#electron/file-process/questions.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

/** What the process of a disk says of the entries of a folder. */
async function listed(path: string, platform: NodeJS.Platform) {
  const answer = await new Promise<Said>((resolve) => {
    const answer = answerQuestions((said) => said.kind === 'answer' && resolve(said), platform);
    answer({ id: 1, isLookedInto: false, asked: { kind: 'call', name: 'list', args: [path], others: [] } });
  });
  return answer;
}

describe('a link on a share, or on a disk that was plugged in', () => {
  it('is not followed on Windows, where it could lead to a computer that nobody knows', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'link'), 'junction');
    const entry = (special: 'folder-link' | null) => ({
      answer: {
        value: expect.arrayContaining([
          expect.objectContaining({ name: 'link', stat: expect.objectContaining({ kind: 'link' }), special }),
        ]),
      },
    });
    expect(await listed(root, 'win32')).toMatchObject(entry(null));
    expect(await listed(root, 'linux')).toMatchObject(entry('folder-link'));
  });
});
