import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/lib/result.ts';
import { startThread, type Thread } from '#electron/platform/worker-thread.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const THREAD = new URL('../../../../electron/platform/worker-thread.ts', import.meta.url);
let started: Thread[] = [];

function threadOf(answer: string): Thread {
  const file = join(tempFolder(), 'thread.mjs');
  writeFileSync(file, `import { answerAsThread } from ${JSON.stringify(THREAD.href)};\nanswerAsThread(${answer});`);
  const thread = startThread(pathToFileURL(file));
  started.push(thread);
  return thread;
}

afterEach(() => {
  for (const thread of started) thread.end();
  started = [];
});

describe('a thread', () => {
  it('answers each question in its turn, and keeps what it learned', async () => {
    const thread = threadOf('((sum) => async ({ add }) => (sum += add))(0)');
    expect(await thread.ask({ add: 2 })).toEqual(ok(2));
    expect(await thread.ask({ add: 3 })).toEqual(ok(5));
  });

  it('says so when it breaks, and to every question after that', async () => {
    const thread = threadOf("async () => { throw new Error('broken'); }");
    expect(await thread.ask({})).toEqual(fail('failed'));
    expect(await thread.ask({})).toEqual(fail('failed'));
  });

  it('says so when its file is not there, and when it was ended', async () => {
    const thread = startThread(pathToFileURL(join(tempFolder(), 'none.mjs')));
    expect(await thread.ask({})).toEqual(fail('failed'));
    const other = threadOf('async () => 1');
    expect(await other.ask({})).toEqual(ok(1));
    const asked = other.ask({});
    other.end();
    expect([ok(1), fail('failed')]).toContainEqual(await asked);
    expect(await other.ask({})).toEqual(fail('failed'));
  });
});
