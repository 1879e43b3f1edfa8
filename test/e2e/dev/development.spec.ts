/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs, and some need nothing. */
import { copyFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from 'playwright/test';
import { SECURITY_HEADERS } from '#electron/headless/host/request-guard.ts';
import { type SampleFile, sampleFiles } from '#test/support/documents/sample-files.ts';
import { whyNotTaken } from '#test/support/another-user.ts';
import { NO_IPV6 } from '#test/support/why-skipped.ts';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

/** What runs: the three programs, the window, and how they are started. */
const COPIED = /^(?:build|electron|relay|renderer|sandbox|shared|test\/support)\/|^(?:package\.json|tsconfig\.json|vite\.config\.ts)$/;
/** Longer than any of the three programs takes to end. */
const STOP_WITHIN_MS = 30_000;

const test = base.extend<Fixtures>({
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

test.skip(process.platform === 'win32', 'a signal ends a program of Windows at once: npm run dev could not end what it started');

test('a change is in the open window at once, or restarts the program that it is a part of', async ({ page, development }) => {
  const { edit, shown } = development;
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  const opened = await page.goto(await shown(/The window: (\S+)/));
  await expect(page.getByText('Nothing to do.')).toBeVisible();
  // A reloaded page loses this mark.
  await page.evaluate('globalThis.neverReloaded = true');

  await test.step('a text and a component', async () => {
    edit('shared/i18n/en/overview/needs.ts', (text) => text.replace('Nothing to do.', 'Nothing at all to do.'));
    await expect(page.getByText('Nothing at all to do.')).toBeVisible();
    edit('renderer/frame/rail.tsx', (text) => text.replace('<span>Intray</span>', '<span>Intray in the making</span>'));
    await expect(page.getByText('Intray in the making')).toBeVisible();
  });

  await test.step('a file of the engine, whose restart the window outlives', async () => {
    edit('electron/intake/settle.ts', (text) => `const = 1;\n${text}`);
    await shown(/electron\/intake\/settle\.ts changed: headless did not become ready/);
    edit('electron/intake/settle.ts', (text) => text.replace('const = 1;\n', ''));
    await shown(/electron\/intake\/settle\.ts changed: host restarted in \d+\.\d s/);
    await drop(development, sampleFiles.invoice);
    await expect(accepted(page, sampleFiles.invoice)).toBeVisible();
  });

  await test.step('files of the sandbox and of the relay, which know afterwards what they knew before', async () => {
    edit('sandbox/webhooks/deliverer.ts', (text) => `// Changed.\n${text}`);
    await shown(/sandbox\/webhooks\/deliverer\.ts changed: sandbox restarted in/);
    edit('relay/create-relay.ts', (text) => `// Changed.\n${text}`);
    await shown(/relay\/create-relay\.ts changed: relay restarted in/);
    await drop(development, sampleFiles.threePages);
    await expect(accepted(page, sampleFiles.threePages)).toBeVisible();
  });

  await test.step('under the policy of the host, but for a nonce, and under no other name', async () => {
    const policy = (await opened?.headerValue('content-security-policy')) ?? '';
    const nonce = / ('nonce-[^']+')/.exec(policy)?.[1] ?? '';
    expect(policy.split(nonce)).toHaveLength(3);
    expect(policy.replaceAll(` ${nonce}`, '')).toBe(SECURITY_HEADERS['content-security-policy']);
    const { port } = new URL(page.url());
    expect(await (await fetch(`http://127.0.0.1:${port}/main.tsx`)).text()).toBe('');
    // A browser asks at ::1 first, and another user could answer there with a page of theirs.
    if (NO_IPV6 === null) expect(await whyNotTaken({ host: '::1', port: Number(port) })).toBe('EADDRINUSE');
  });
  expect(complaints).toEqual([]);
  expect(await page.evaluate('globalThis.neverReloaded')).toBe(true);
});

async function drop({ shown }: Development, { name, path }: SampleFile): Promise<void> {
  copyFileSync(path, join(await shown(/scans of your own into (\S+)/), name));
}

function accepted(page: Page, { name }: SampleFile): Locator {
  return page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Accepted' });
}

/** `npm run dev` in a copy of the project, whose files a test may change. */
type Development = {
  readonly edit: (path: string, change: (text: string) => string) => void;
  /** Resolves with the first match in the terminal's output, as soon as there is one. */
  readonly shown: (pattern: RegExp) => Promise<string>;
};

type Fixtures = { readonly development: Development };

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
