import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inspectedLine, inspectedWords } from '#electron/headless/inspected-line.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';

const PROGRAM = 'electron/headless/inspect.ts';
const SAVED = 'test/support/same-pages/invoice';

async function say(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args]);
  return stdout.trimEnd().split('\n');
}

function pagesIn(said: Readonly<Record<string, unknown>> | undefined): readonly unknown[] {
  const pages = said?.['pages'];
  return Array.isArray(pages) ? pages : [];
}

describe('npm run inspect -- --pages', () => {
  it('says what each page draws, and leaves it out where it was not asked for', async () => {
    const files = [`${SAVED}/original.pdf`, `${SAVED}/pdftk.pdf`, `${SAVED}/page-1.pdf`, sampleFiles.password.path];
    const [asked, plain] = await Promise.all([say('--pages', ...files), say(files[0] ?? '')]);
    const [original, saved, first, locked] = asked.map((line) => JSON.parse(line) as Record<string, unknown>);
    const pages = [expect.stringMatching(/^[0-9a-f]{24}$/), expect.stringMatching(/^[0-9a-f]{24}$/)];
    expect(original).toMatchObject({ verdict: 'fit', pages });
    expect(saved?.['pages']).toEqual(original?.['pages']);
    expect([...pagesIn(first), expect.any(String)]).toEqual(pagesIn(original));
    expect(locked).toMatchObject({ verdict: 'unfit' });
    expect(locked).not.toHaveProperty('pages');
    expect(JSON.parse(plain[0] ?? '')).not.toHaveProperty('pages');
  });

  it('says it in words, each page on a line of its own', async () => {
    const [verdict, ...pages] = await say('--pages', '--words', `${SAVED}/original.pdf`);
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
