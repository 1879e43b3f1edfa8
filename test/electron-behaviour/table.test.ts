import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { projectText } from '#test/support/project-text.ts';
import { layFiles, withFigures } from './lay-files.ts';
import { ASSERTIONS, SUITE } from './suite.ts';
import { behaviourFigures, behaviourTable } from './table.ts';
import process from 'node:process';
import * as fake from '#test/support/fake-electron/fake-electron.ts';
import type { FakeWebContents } from '#test/support/fake-electron/fake-web-contents.ts';
import { tempFolder } from '#test/support/folders.ts';
import type { Assertion, Electron, Outside } from './assertion.ts';
import { PAGE, SCHEME } from './assertion.ts';

describe('the table of what Electron does', () => {
  it('has the figures of the README; `npm run -s electron-behaviour -- --write` writes them anew', () => {
    const text = projectText(join('test', 'electron-behaviour', 'README.md'));
    expect(text).toBe(withFigures(text, behaviourFigures()));
  });

  it('has a row for each assertion, with what is different and where Electron says so', () => {
    const rows = behaviourTable().split('\n');
    for (const { name, source, differs } of ASSERTIONS) {
      const row = rows.filter((one) => one.startsWith(`| ${name.replaceAll('|', '\\|')} | `));
      expect(row).toEqual([expect.stringContaining(` | ${differs?.fake ?? 'the same'} | ${differs?.['stand-in'] ?? 'the same'} | `)]);
      expect(row[0]?.endsWith(` | ${source} |`)).toBe(true);
    }
  });

  it('has each assertion once, with the place where Electron says so', () => {
    const names = ASSERTIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, source } of ASSERTIONS)
      expect({ name, source }).toEqual({ name, source: expect.stringMatching(/^(docs|spec|lib|shell|build)\//) });
  });

  it('has words for each difference that can stand behind the name of the double', () => {
    const differences = ASSERTIONS.flatMap(({ differs }) => Object.values(differs ?? {}));
    expect(differences.length).toBeGreaterThan(0);
    for (const words of differences) expect(words).toMatch(/^(has|is|keeps|lets|runs|sends|shows) .*[^.]$/);
  });
});

const ELECTRON = fake as unknown as Electron;
const NOT_HERE = 'the fake is no program';

/** What the fake cannot do rejects, which also counts as a difference from what was expected. */
function outside(say: (line: string) => void = () => undefined): Outside {
  const folder = tempFolder();
  layFiles(folder);
  return {
    place: 'fake',
    folder,
    pageGoesTo: async (contents, name) => {
      const page = contents as unknown as FakeWebContents;
      const url = `${PAGE}${name}`;
      return page.lets('will-frame-navigate', url) && page.lets('will-navigate', url);
    },
    pageRuns: () => Promise.reject(new Error('the fake has no page')),
    startAgain: async (word, data) => {
      fake.app.hearSecondStart({ argv: [process.execPath, word], workingDirectory: join(folder, 'elsewhere'), additionalData: data });
      // The other program would ask for the lock. Here there is only one program, so this looks at the lock itself.
      say(`second gets ${!fake.app.hasSingleInstanceLock()}`);
      return 0;
    },
  };
}

async function lived({ life, ends }: Extract<Assertion, { readonly life: unknown }>): Promise<void> {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const whole = life(ELECTRON, outside(say), say);
  fake.app.makeReady();
  await vi.waitFor(() => expect(fake.app.exitCode).not.toBeNull());
  await new Promise(setImmediate);
  await whole;
  ends({ said, code: fake.app.exitCode });
}

/** Each begins with an app that has just been started, on the first system to which it applies. */
async function ask(assertion: Assertion): Promise<void> {
  fake.startFakeElectron(assertion.systems?.[0] ?? 'linux');
  if ('life' in assertion) return lived(assertion);
  if ('program' in assertion) throw new Error(NOT_HERE);
  if ('early' in assertion) return assertion.early(ELECTRON, outside());
  ELECTRON.protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
  ELECTRON.app.on('window-all-closed', () => undefined);
  fake.app.makeReady();
  return assertion.ready(ELECTRON, outside());
}

async function readFailure(assertion: Assertion): Promise<unknown> {
  try {
    await ask(assertion);
    return null;
  } catch (error) {
    return error;
  }
}

describe.each(SUITE)('$title', ({ assertions }) => {
  afterEach(() => fake.resetFakeElectron());

  it.each(assertions.map((assertion) => [assertion.name, assertion] as const))('%s', async (_name, assertion) => {
    const difference = assertion.differs?.fake;
    const failure = await readFailure(assertion);
    // README.md states what the fake does instead, as long as it does so.
    const expected = difference === undefined ? null : failure;
    expect({ difference, failed: failure !== null, failure }).toEqual({ difference, failed: difference !== undefined, failure: expected });
  });
});
