import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewPage } from '#electron/platform/preview-page.ts';
import { unless } from '#test/support/why-skipped.ts';
import { electronBinary } from '../e2e/electron/intray.ts';
import { DRAW, EXPECTED } from './app/draw-in-frame.ts';
import { type SmokeDocument, smokeTable } from './smoke-table.ts';
import { layOut, notBuilt } from './lay-out.ts';
import { startSmoke } from './start-smoke.ts';

const binary = electronBinary();
const why = notBuilt() ?? (binary.kind === 'none' ? binary.reason : null);
/** Two starts of Chromium and a bundle, on a machine with other work. */
const SMOKE_MS = 300_000;

const ONLY_ELECTRON = /archive|process that reads|preview|tray|notification|second start|ends with/i;

describe('the smoke run', unless(why), () => {
  const seen: SmokeDocument[] = [];
  let folder: string;
  beforeAll(async () => {
    if (binary.kind === 'none') return;
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'smoke-')));
    const laidOut = await layOut(join(folder, 'laid-out'));
    for (const layout of ['folder', 'archive'] as const)
      seen.push(await startSmoke({ binary, laidOut, layout, folder: join(folder, layout) }));
  }, SMOKE_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

  it('fails nowhere, and reaches every row in both layouts', () => {
    expect(seen.map(({ layout }) => layout)).toEqual(['folder', 'archive']);
    expect(seen.flatMap(({ rows }) => rows.filter(({ result }) => result === 'failed'))).toEqual([]);
    expect(seen.map(({ rows }) => rows.length)).toEqual([15, 15]);
  });

  it(
    'says “ok” on the stand-in of nothing that only Electron can show',
    unless(binary.kind === 'stand-in' ? null : 'real Electron is here'),
    () => {
      for (const { program, rows } of seen) {
        expect(program).toBe('stand-in');
        expect(rows.filter(({ result }) => result === 'ok').map(({ what }) => what)).toEqual(
          expect.arrayContaining(['SQLite keeps a journal', 'A register is drawn by its thread']),
        );
        const others = rows.filter(({ what }) => ONLY_ELECTRON.test(what));
        expect(others.map(({ result }) => result)).not.toContain('ok');
        expect(others).toHaveLength(8);
      }
    },
  );
});

function seenAs(layout: SmokeDocument['layout'], rows: SmokeDocument['rows']): SmokeDocument {
  return { program: 'electron', layout, versions: { electron: '45.4.1' }, system: 'Linux 6', rows };
}

describe('the table of a smoke run', () => {
  it('shows what was not reached as failed, and lets nothing of an answer out of its cell', () => {
    const table = smokeTable([seenAs('folder', [{ what: 'A', result: 'ok', said: 'a | b\n<script>' }]), seenAs('archive', [])]);
    expect(table).toContain('| A | ✅ ok: a \\| b &lt;script> | ❌ not reached |');
    expect(table).toContain('real Electron');
    expect(table).toContain('Linux 6 · electron 45.4.1\n');
  });
});

it(
  'what is drawn in the frame is drawn in the page for previews, by Chromium itself',
  unless(binary.kind === 'none' ? binary.reason : null),
  async () => {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    });
    try {
      const page = await browser.newPage();
      await page.route('https://intray.test/**', (route) =>
        route.request().url().endsWith('/preview')
          ? route.fulfill({ body: previewPage.html, headers: { ...previewPage.headers } })
          : route.fulfill({ body: '<!doctype html><title>a</title>', contentType: 'text/html' }),
      );
      await page.goto('https://intray.test/');
      expect(await page.evaluate(DRAW)).toBe(EXPECTED);
    } finally {
      await browser.close();
    }
  },
);
