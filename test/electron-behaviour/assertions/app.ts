import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { type Assertion, SCHEME } from '../assertion.ts';

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

function answer(): Response {
  return new Response('');
}

export const PROTOCOL: readonly Assertion[] = [
  {
    name: 'Schemes are declared before the app is ready, and not afterwards',
    source: 'docs/api/protocol.md, shell/browser/api/electron_api_protocol.cc',
    ready: ({ protocol }) =>
      assert.throws(
        () => protocol.registerSchemesAsPrivileged([{ scheme: 'late', privileges: { standard: true } }]),
        /before app is ready/,
      ),
  },
  {
    name: 'A scheme has one handler: a second one is refused until the first is taken away',
    source: 'lib/browser/api/protocol.ts',
    ready: ({ protocol }) => {
      assert.equal(protocol.isProtocolHandled(SCHEME), false);
      protocol.handle(SCHEME, answer);
      assert.equal(protocol.isProtocolHandled(SCHEME), true);
      assert.throws(() => protocol.handle(SCHEME, answer), /Failed to register protocol/);
      protocol.unhandle(SCHEME);
      assert.throws(() => protocol.unhandle(SCHEME), /Failed to unhandle protocol/);
    },
  },
];

const SOURCE = 'build/fuses/fuses.json5, docs/tutorial/fuses.md';
/** After it: the version, the number of fuses, and the state of each. */
const MARK = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', 'latin1');
const ABOUT_BYTES = 2;
/** The states in which Electron is delivered, in order. */
const FUSES = {
  runAsNode: '1',
  cookieEncryption: '0',
  nodeOptions: '1',
  nodeCliInspect: '1',
  asarIntegrity: '0',
  onlyLoadAppFromAsar: '0',
  browserSnapshot: '0',
  fileProtocolPrivileges: '1',
  wasmTrapHandlers: '1',
} as const;

function wireIn(bytes: Buffer): Buffer {
  const at = bytes.indexOf(MARK);
  assert.ok(at >= 0, 'there is no mark of fuses');
  return bytes.subarray(at + MARK.length);
}

export const FUSE: readonly Assertion[] = [
  {
    name: 'The fuses stand behind their mark: the first version of them, nine',
    source: SOURCE,
    differs: { fake: 'is no program' },
    program: (bytes) => assert.deepEqual([...wireIn(bytes).subarray(0, ABOUT_BYTES)], [1, Object.keys(FUSES).length]),
  },
  {
    name: 'The fuses are delivered in these states: Node, its options and its debugger may be had, and files have more rights than the web',
    source: SOURCE,
    differs: { fake: 'is no program' },
    program: (bytes) => {
      const states = wireIn(bytes).subarray(ABOUT_BYTES, ABOUT_BYTES + Object.keys(FUSES).length);
      assert.equal(states.toString('latin1'), Object.values(FUSES).join(''));
    },
  },
];
