import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { createRouter } from '#electron/engine/create-router.ts';
import { folderHandlers } from '#electron/folders/folder-handlers.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { realParts } from '#test/support/real-parts.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { anEngine } from '#test/unit/electron/an-engine.ts';
import { runIn } from './run-in.ts';

const parts = realParts();
const never = (): never => expect.unreachable();
const SHARE = '\\\\server\\share\\Scans';

/** A real engine with a company, whose paths are those of Windows. */
async function onWindows() {
  const engine = await anEngine(tempFolder());
  await engine.client.installation.change(parts().installation);
  const company = await engine.client.companies.connect({ name: 'Boulangerie', ...(await parts().control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  const { api } = engine.app;
  const folders = folderHandlers({
    files: nodeFiles(),
    platform: 'win32',
    home: 'C:\\Users\\anne',
    profile: tempFolder(),
    chooseFolder: null,
    store: { folders: () => [], add: never, accept: never, change: never, remove: never },
    companies: () => [company.value],
    watchers: { takeMisplaced: never, ignoreMisplaced: never, askAboutMisplaced: never, sendAsItIs: never, fetchFromCloud: never },
    countFiles: never,
    language: () => 'fr',
    changed: never,
  });
  const client = createRouterClient(createRouter({ ...api, folders: { ...api.folders, ...folders } }));
  // The command makes a path absolute by the rules of this system.
  const add: typeof client.folders.add = (input) => client.folders.add({ ...input, path: SHARE });
  return { client: new Proxy(client, { get: (of, name) => (name === 'folders' ? { add } : Reflect.get(of, name)) }) };
}

describe('a folder on another computer, from the command line of Windows', () => {
  it('is not asked for until its computer is named as one that the person knows', { timeout: 60_000 }, async () => {
    const engine = await onWindows();
    const add = (...words: readonly string[]) =>
      runIn(engine, 'folders', 'add', '--company', 'Boulangerie', '--type', 'purchase', ...words, SHARE);
    const question = {
      exit: 1,
      printed: '',
      complained: expect.stringMatching(/another computer, server\..*your password[^]*--known-host server/),
    };
    expect(await add()).toMatchObject(question);
    expect(await add('--known-host', 'other')).toMatchObject(question);
    // This disk has no such folder, which shows that it was asked now.
    expect(await add('--known-host', 'SERVER')).toMatchObject({ exit: 1, complained: expect.stringMatching(/^There is no folder/) });
  });
});
