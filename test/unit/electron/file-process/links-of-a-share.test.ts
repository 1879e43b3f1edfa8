import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerQuestions } from '#electron/file-process/answer-questions.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_JUNCTIONS, unless } from '#test/support/why-skipped.ts';

/** What a disk's process says about the entries of a folder. */
async function listed(path: string, platform: NodeJS.Platform): Promise<unknown> {
  return new Promise((resolve) => {
    const ask = answerQuestions((said) => said.kind === 'answer' && resolve(said.answer), platform);
    ask({ id: 1, isLookedInto: false, asked: { kind: 'call', name: 'list', args: [path], others: [] } });
  });
}

const entry = (name: string, kind: string, special: 'folder-link' | null) => ({ name, stat: { kind }, special });

describe('a link on a share, or on a disk that was plugged in', () => {
  it('is not followed on Windows, where it could lead to a computer that nobody knows', unless(NO_JUNCTIONS), async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    symlinkSync(outside, join(root, 'link'), 'junction');
    expect(await listed(root, 'win32')).toMatchObject({ value: [entry('link', 'link', null)] });
    expect(await listed(root, 'linux')).toMatchObject({ value: [entry('link', 'link', 'folder-link')] });
  });
});
