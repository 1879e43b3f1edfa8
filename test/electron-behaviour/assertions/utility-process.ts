// oxlint-disable unicorn/require-post-message-target-origin -- Between processes of one program there is no origin to name.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import type * as E from 'electron/main';
import { type Assertion, type Electron, next, type Outside } from '../assertion.ts';

const DOCS = 'docs/api/utility-process.md';
const SPEC = 'spec/api-utility-process-spec.ts';
const CODE = 'shell/browser/api/electron_api_utility_process.cc';

function started({ utilityProcess }: Electron, { folder }: Outside, ...args: string[]): E.UtilityProcess {
  return utilityProcess.fork(join(folder, 'child.mjs'), args, { stdio: 'ignore' });
}

export const UTILITY_PROCESS: readonly Assertion[] = [
  {
    name: 'A process cannot be started before the app is ready',
    source: `${DOCS}, ${CODE}`,
    early: (electron, outside) => assert.throws(() => started(electron, outside), /before app is ready/),
  },
  {
    name: 'A process has its number from `spawn` on until it has ended, and no longer',
    source: SPEC,
    ready: async (electron, outside) => {
      const child = started(electron, outside);
      assert.equal(child.pid, undefined);
      await next(child, 'spawn');
      assert.equal(typeof child.pid, 'number');
      const ended = next(child, 'exit');
      child.postMessage('end');
      await ended;
      await setImmediate();
      assert.equal(child.pid, undefined);
    },
  },
  {
    name: 'Options of V8 reach a process as the switch `js-flags`, and not by themselves',
    source: `${CODE}, shell/browser/javascript_environment.cc`,
    ready: async ({ utilityProcess }, { folder }) => {
      const gcWith = async (...execArgv: string[]): Promise<unknown> => {
        const child = utilityProcess.fork(join(folder, 'child.mjs'), [], { stdio: 'ignore', execArgv });
        const answered = next(child, 'message');
        child.postMessage('gc');
        const [answer] = await answered;
        const ended = next(child, 'exit');
        child.postMessage('end');
        await ended;
        return answer;
      };
      assert.deepEqual(await gcWith('--js-flags=--expose-gc --max-old-space-size=256'), { gc: true });
      assert.deepEqual(await gcWith('--expose-gc'), { gc: false });
    },
  },
  {
    name: 'A process that ends by itself tells its exit code',
    source: SPEC,
    ready: async (electron, outside) => {
      const [code] = await next(started(electron, outside, 'exit', '2'), 'exit');
      assert.equal(code, 2);
    },
  },
  {
    name: 'A process whose file is not there ends with 1, and nothing is thrown',
    source: SPEC,
    ready: async ({ utilityProcess }, { folder }) => {
      const [code] = await next(utilityProcess.fork(join(folder, 'missing.mjs'), [], { stdio: 'ignore' }), 'exit');
      assert.equal(code, 1);
    },
  },
  {
    name: 'A process that was asked to end has ended well, and cannot be asked again',
    source: `${SPEC}, lib/browser/api/utility-process.ts`,
    systems: ['linux', 'darwin'],
    ready: async (electron, outside) => {
      const child = started(electron, outside);
      await next(child, 'spawn');
      const ended = next(child, 'exit');
      assert.equal(child.kill(), true);
      assert.deepEqual(await ended, [0]);
      await setImmediate();
      assert.equal(child.kill(), false);
    },
  },
  {
    name: 'A process that the system ended has not ended well',
    source: SPEC,
    ready: async (electron, outside) => {
      const child = started(electron, outside);
      await next(child, 'spawn');
      const ended = next(child, 'exit');
      process.kill(child.pid ?? 0, 'SIGKILL');
      const [code] = await ended;
      assert.notEqual(code, 0);
    },
  },
  {
    name: 'What is sent before a process runs is kept for it; an answer keeps its kind',
    source: `${DOCS}, ${CODE}`,
    ready: async (electron, outside) => {
      const child = started(electron, outside);
      const bytes = new Uint8Array([1, 2]);
      const answered = next(child, 'message');
      child.postMessage({ bytes, nothing: undefined });
      assert.deepEqual(await answered, [{ heard: { bytes, nothing: undefined } }]);
      const ended = next(child, 'exit');
      child.postMessage('end');
      await ended;
    },
  },
  {
    name: 'What is sent to a process that has ended is lost without a word',
    source: 'lib/browser/api/utility-process.ts',
    ready: async (electron, outside) => {
      const child = started(electron, outside, 'exit', '0');
      await next(child, 'exit');
      await setImmediate();
      child.postMessage('Hello');
    },
  },
  {
    name: 'What cannot be copied cannot be sent to a process',
    source: CODE,
    ready: async (electron, outside) => {
      const child = started(electron, outside);
      await next(child, 'spawn');
      assert.throws(() => child.postMessage(() => undefined), /could not be cloned/);
      const ended = next(child, 'exit');
      child.postMessage('end');
      await ended;
    },
  },
];
