import { readFileSync } from 'node:fs';
import process from 'node:process';
import { expect, type TestInfo } from 'playwright/test';
import type { Assertion } from '../../electron-behaviour/assertion.ts';
import type { Outcome } from '../../electron-behaviour/program/order.ts';
import { fuseFile } from '../../electron-behaviour/fuse-file.ts';
import { type Binary, buildProgram, runProgram } from '../../electron-behaviour/run-program.ts';
import { SUITE } from '../../electron-behaviour/suite.ts';
import { test } from './intray.ts';

// Checks what the doubles of Electron assume against whatever is here: in the workflow, against Electron itself.
let app: Promise<string> | null = null;
let outcomes: Promise<readonly Outcome[]> | null = null;

async function ask(assertion: Assertion, binary: Binary, testInfo: TestInfo): Promise<void> {
  if ('program' in assertion) return assertion.program(readFileSync(fuseFile(binary, testInfo.outputPath('dist'))));
  app ??= built(testInfo.outputPath('app'));
  if ('life' in assertion) {
    const run = { kind: 'life', name: assertion.name } as const;
    const { said, code } = await runProgram({ binary, app: await app, folder: testInfo.outputPath('life'), run });
    return assertion.ends({ said: said.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))), code });
  }
  // All of these are checked in one start.
  outcomes ??= asked(binary, await app, testInfo.outputPath('checks'));
  const outcome = (await outcomes).find(({ name }) => name === assertion.name);
  if (outcome === undefined) throw new Error('the app ended before it was asked');
  if (outcome.error !== null) throw new Error(outcome.error);
}

async function built(folder: string): Promise<string> {
  await buildProgram(folder);
  return folder;
}

async function asked(binary: Binary, path: string, folder: string): Promise<readonly Outcome[]> {
  const { said, code } = await runProgram({ binary, app: path, folder, run: { kind: 'checks' } });
  const lines = said as readonly (Outcome | { readonly bug: string })[];
  expect({ code, bugs: lines.filter((line) => 'bug' in line) }).toEqual({ code: 0, bugs: [] });
  return lines.filter((line) => 'name' in line);
}

for (const { title, assertions } of SUITE)
  test.describe(`Electron: ${title}`, () => {
    for (const assertion of assertions)
      test(assertion.name, async ({ binary }, testInfo) => {
        if (binary.kind === 'none') return test.skip(true, binary.reason);
        const { unseen, systems, differs } = assertion;
        if (binary.kind === 'electron') {
          test.skip(unseen !== undefined, unseen ?? '');
          test.skip(systems?.some((one) => one === process.platform) === false, `Electron has it on ${systems?.join(' and ')} alone`);
          return ask(assertion, binary, testInfo);
        }
        if (differs?.['stand-in'] === undefined) return ask(assertion, binary, testInfo);
        testInfo.annotations.push({ type: 'the stand-in', description: differs['stand-in'] });
        await expect(ask(assertion, binary, testInfo)).rejects.toThrow();
      });
  });
