import assert from 'node:assert/strict';
import { basename } from 'node:path';
import type { Assertion } from '../assertion.ts';

const DOCS = 'docs/api/app.md';
const SPEC = 'spec/api-app-spec.ts';
const DATA = { from: 'second', list: [1, { two: 2 }] };

export const INSTANCE: readonly Assertion[] = [
  {
    name: 'The first start gets the lock, before it is ready, and may ask again',
    source: DOCS,
    life: async ({ app }, _outside, say) => {
      say(`has ${app.hasSingleInstanceLock()}`);
      say(`gets ${app.requestSingleInstanceLock()}`);
      say(`gets ${app.requestSingleInstanceLock()}, has ${app.hasSingleInstanceLock()}`);
      await app.whenReady();
      app.quit();
    },
    ends: ({ said }) => assert.deepEqual(said, ['has false', 'gets true', 'gets true, has true']),
  },
  {
    name: 'A lock that was given back is had no more, and can be had again',
    source: DOCS,
    life: async ({ app }, _outside, say) => {
      app.requestSingleInstanceLock();
      app.releaseSingleInstanceLock();
      say(`has ${app.hasSingleInstanceLock()}`);
      say(`gets ${app.requestSingleInstanceLock()}`);
      await app.whenReady();
      app.quit();
    },
    ends: ({ said }) => assert.deepEqual(said, ['has false', 'gets true']),
  },
  {
    name: 'A second start is told that it is not the first, and the first hears of it: its words, its folder, and what it hands over',
    source: `${DOCS}, ${SPEC}`,
    life: async ({ app }, { startAgain }, say) => {
      app.requestSingleInstanceLock();
      const heard = new Promise<void>((resolve) => {
        app.on('second-instance', (_event, argv, workingDirectory, data) => {
          say(JSON.stringify({ word: argv.includes('--word=7'), folder: basename(workingDirectory), data }));
          resolve();
        });
      });
      await app.whenReady();
      await Promise.all([startAgain('--word=7', DATA), heard]);
      app.quit();
    },
    ends: ({ said }) =>
      assert.deepEqual(said.toSorted(), ['second gets false', JSON.stringify({ word: true, folder: 'elsewhere', data: DATA })].toSorted()),
  },
  {
    name: 'A second start that hands over nothing hands over null',
    source: SPEC,
    life: async ({ app }, { startAgain }, say) => {
      app.requestSingleInstanceLock();
      const heard = new Promise<void>((resolve) => {
        app.on('second-instance', (_event, _argv, _folder, data) => {
          say(JSON.stringify({ data: data ?? null }));
          resolve();
        });
      });
      await app.whenReady();
      await Promise.all([startAgain('--word=8'), heard]);
      app.quit();
    },
    ends: ({ said }) => assert.ok(said.includes('{"data":null}')),
  },
  {
    name: 'A second start that comes before the first is ready is told to it afterwards',
    source: DOCS,
    life: async ({ app }, { startAgain }, say) => {
      app.requestSingleInstanceLock();
      app.on('second-instance', () => {
        say(`heard, ready ${app.isReady()}`);
        app.quit();
      });
      await startAgain('--word=9');
    },
    ends: ({ said }) => assert.ok(said.includes('heard, ready true')),
  },
];
