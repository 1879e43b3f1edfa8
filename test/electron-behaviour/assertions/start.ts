import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Assertion } from '../assertion.ts';

const DOCS = 'docs/api/app.md';

export const START: readonly Assertion[] = [
  {
    name: 'An app that has just been started is not ready',
    source: DOCS,
    early: ({ app }) => assert.equal(app.isReady(), false),
  },
  {
    name: 'An app that is ready says so, also to who asks later',
    source: DOCS,
    ready: async ({ app }) => {
      assert.equal(app.isReady(), true);
      await app.whenReady();
    },
  },
  {
    name: 'A folder of the app is set by a whole path, and is not made by that',
    source: 'spec/api-app-spec.ts',
    ready: ({ app }, { folder }) => {
      assert.throws(() => app.setPath('pictures', 'pictures'), /Path must be absolute/);
      app.setPath('pictures', join(folder, 'pictures'));
      assert.equal(app.getPath('pictures'), join(folder, 'pictures'));
    },
  },
  {
    name: 'The version of the app is the one of its package',
    source: DOCS,
    differs: { fake: 'has no package: its version is 0.0.0' },
    ready: ({ app }) => assert.equal(app.getVersion(), '1.2.3'),
  },
  {
    name: 'The versions of the process tell that of Electron',
    source: 'docs/api/process.md',
    differs: { fake: 'runs in the Node of the tests', 'stand-in': 'runs in Node, which tells no version of Electron' },
    ready: () => assert.match((process.versions as Readonly<Partial<Record<string, string>>>)['electron'] ?? '', /^\d+\./),
  },
];
