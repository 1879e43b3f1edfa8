import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inspectedLine, inspectedWords } from '#electron/headless/inspected-line.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_ODD_NAMES, unless } from '#test/support/why-skipped.ts';

const PROGRAM = 'electron/headless/inspect.ts';
const SAVED = 'test/support/same-pages/invoice';

async function inspected(...args: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args]);
  return linesOf(stdout);
}

function linesOf(stdout: string): readonly Record<string, unknown>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A BMP of one colour. */
function blankBmp(): Buffer {
  const bytes = Buffer.alloc(54 + 40_000, 0xff);
  bytes.fill(0, 0, 54);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(100, 18);
  bytes.writeInt32LE(100, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(32, 28);
  return bytes;
}

describe('npm run inspect', () => {
  it('says under which name a file would be sent, and that a person is asked first', async () => {
    const root = tempFolder();
    // With a zero-width character in its name.
    const [unseen, blank] = [join(root, 'fac\u200bture.jpg'), join(root, 'vide.bmp')];
    copyFileSync(sampleFiles.invoice.path, unseen);
    writeFileSync(blank, blankBmp());
    expect(await inspected(unseen, blank, sampleFiles.tiff.path)).toMatchObject([
      { verdict: 'fit', sentName: 'facture.pdf', question: null },
      { verdict: 'held', sentName: 'vide.bmp', question: 'blank', problem: null, reference: expect.stringMatching(/^iy2/) },
      { verdict: 'unfit', sentName: null, question: null },
    ]);
  });

  it('says it in words where that is wanted', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      PROGRAM,
      '--words',
      sampleFiles.invoice.path,
      sampleFiles.password.path,
    ]);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/facture-2026-031\.pdf": would be sent: application\/pdf, as "facture-2026-031\.pdf"$/),
      expect.stringMatching(/protege\.pdf": cannot be sent: password/),
      '',
    ]);
    const sha256 = 'ab'.repeat(32);
    const asked = { kind: 'fit', mediaType: 'application/pdf', sentName: 'a.pdf', sha256, question: 'not-understood' } as const;
    expect(inspectedWords(inspectedLine('a.pdf', asked, null))).toContain('a person is asked first');
  });

  // On other systems names are text.
  it('finds files whose names are no UTF-8, also where two read alike', unless(NO_ODD_NAMES), async () => {
    const folder = Buffer.concat([Buffer.from(`${tempFolder()}/`), Buffer.from('\xe9t\xe9', 'latin1')]);
    const raw = (name: string): Buffer => Buffer.concat([folder, Buffer.from(`/${name}`, 'latin1')]);
    mkdirSync(folder);
    copyFileSync(sampleFiles.invoice.path, raw('re\xe7u.pdf'));
    copyFileSync(sampleFiles.jpeg.path, raw('\xe8.jpg'));
    copyFileSync(sampleFiles.png.path, raw('\xe9.jpg'));
    // Through Node, as npm does, the bytes are lost.
    const lossy = raw('re\xe7u.pdf').toString();
    expect(await inspected(lossy, raw('\xe9.jpg').toString())).toMatchObject([
      { file: lossy, verdict: 'fit', sentName: 're_u.pdf' },
      { verdict: 'unfit', problem: { kind: 'unreadable', code: 'ENOENT' } },
    ]);
    // Through a shell they are not.
    const quoted = `printf "$1" | xargs -0 "$2" "$3"`;
    const typed = ['\\351.jpg', '\\350.jpg'].map((name) => `${folder.toString('latin1').replaceAll('\xe9', '\\351')}/${name}`);
    const all = [...typed, '--json'].map((one) => `${one}\\000`).join('');
    const stdout = execFileSync('/bin/sh', ['-c', quoted, 'sh', all, process.execPath, PROGRAM]).toString();
    expect(linesOf(stdout)).toMatchObject([
      { verdict: 'fit', mediaType: 'image/png', sentName: '_.png' },
      { verdict: 'fit', mediaType: 'image/jpeg', sentName: '_.jpg' },
    ]);
  });
});

function pagesIn(said: Readonly<Record<string, unknown>> | undefined): readonly unknown[] {
  const pages = said?.['pages'];
  return Array.isArray(pages) ? pages : [];
}

describe('npm run inspect -- --pages', () => {
  it('says what each page draws, and leaves it out where it was not asked for', async () => {
    const files = [`${SAVED}/original.pdf`, `${SAVED}/pdftk.pdf`, `${SAVED}/page-1.pdf`, sampleFiles.password.path];
    const [asked, plain] = await Promise.all([inspected('--pages', ...files), inspected(files[0] ?? '')]);
    const [original, saved, first, locked] = asked;
    const pages = [expect.stringMatching(/^[0-9a-f]{24}$/), expect.stringMatching(/^[0-9a-f]{24}$/)];
    expect(original).toMatchObject({ verdict: 'fit', pages });
    expect(saved?.['pages']).toEqual(original?.['pages']);
    expect([...pagesIn(first), expect.any(String)]).toEqual(pagesIn(original));
    expect(locked).toMatchObject({ verdict: 'unfit' });
    expect(locked).not.toHaveProperty('pages');
    expect(plain[0]).not.toHaveProperty('pages');
  });

  it('says it in words, each page on a line of its own', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '--pages', '--words', `${SAVED}/original.pdf`]);
    const [verdict, ...pages] = stdout.trimEnd().split('\n');
    expect(verdict).toMatch(/original\.pdf": would be sent/);
    expect(pages).toEqual([expect.stringMatching(/^ {2}page 1: [0-9a-f]{24}$/), expect.stringMatching(/^ {2}page 2: [0-9a-f]{24}$/)]);
  });

  it('says in words which pages are not known', () => {
    const fit = { kind: 'fit', mediaType: 'application/pdf', sentName: 'a.pdf', sha256: 'ab'.repeat(32) } as const;
    const line = inspectedLine('a.pdf', fit, null);
    expect(
      inspectedWords({ ...line, pages: ['0f', null] })
        .split('\n')
        .slice(1),
    ).toEqual(['  page 1: 0f', '  page 2: not known']);
    expect(
      inspectedWords({ ...line, pages: [] })
        .split('\n')
        .slice(1),
    ).toEqual(['  pages not known']);
    expect(inspectedWords(line)).not.toContain('\n');
  });
});
