/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs, and some need nothing. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from 'playwright/test';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

/** `npm run dev` in a copy of the project, whose files a test may change. */
export type Development = {
  readonly edit: (path: string, change: (text: string) => string) => void;
  /** Resolves with the first match in the terminal's output, as soon as there is one. */
  readonly shown: (pattern: RegExp) => Promise<string>;
};

type Fixtures = { readonly development: Development };

/** What runs: the three programs, the window, and how they are started. */
const COPIED = /^(?:build|electron|relay|renderer|sandbox|shared|test\/support)\/|^(?:package\.json|tsconfig\.json|vite\.config\.ts)$/;
/** Longer than any of the three programs takes to end. */
const STOP_WITHIN_MS = 30_000;

export const test = base.extend<Fixtures>({
  development: async ({}, give, info) => {
    const tree = copiedTree();
    const child = spawn(process.execPath, ['build/dev/main.ts'], { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'] });
    let terminal = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        terminal += text;
      });
    await give({
      edit: (path, change) => {
        const text = readFileSync(join(tree, path), 'utf8');
        expect(change(text), `${path} is changed`).not.toBe(text);
        writeFileSync(join(tree, path), change(text));
      },
      shown: async (pattern) => {
        await expect.poll(() => terminal, { intervals: [50] }).toMatch(pattern);
        return pattern.exec(terminal)?.[1] ?? '';
      },
    });
    await ended(child);
    removeFolder(tree);
    if (info.status !== info.expectedStatus) await info.attach('terminal', { body: terminal });
  },
});

function copiedTree(): string {
  const tree = scratchFolder('dev');
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' });
  for (const path of listed.split('\0').filter((one) => COPIED.test(one))) cpSync(path, join(tree, path));
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'), 'junction');
  return tree;
}

async function ended(child: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => child.once('close', resolve));
  if (child.exitCode !== null || !child.kill('SIGTERM')) return;
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await end;
  clearTimeout(late);
}
