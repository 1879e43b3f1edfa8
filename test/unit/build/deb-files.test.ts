import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { changelogEntries } from '../../../build/package/changelog-entries.ts';
import { debChangelog, type DebFacts, writeDebFiles } from '../../../build/package/deb-files.ts';

const CHANGELOG = `# Changelog

Words above all.

## [Unreleased]

### Added

- Something that nobody has yet.

## [1.1.0] - 2026-11-02

### Added

- A folder can be [paused](docs/x.md), and \`running\` says so
  in its own words.

## [1.0.0] - 2026-10-01

Words.
`;
const FACTS: DebFacts = {
  version: '1.1.0',
  maintainer: 'An Office <packages@office.example>',
  homepage: 'https://office.example/',
  licence: 'UNLICENSED',
  changelog: CHANGELOG,
  today: new Date('2026-11-24T10:00:00Z'),
};

describe('the changelog of the Debian package', () => {
  it('has what was released, the newest first, in Debian’s form and in plain words', () => {
    expect(debChangelog(FACTS)).toBe(`intray (1.1.0) stable; urgency=medium

  * A folder can be paused, and running says so in its own words.

 -- An Office <packages@office.example>  Mon, 02 Nov 2026 00:00:00 +0000

intray (1.0.0) stable; urgency=medium

  * A version of Intray.

 -- An Office <packages@office.example>  Thu, 01 Oct 2026 00:00:00 +0000
`);
  });

  it('begins with the version that is packaged, also where that has no date yet', () => {
    const text = debChangelog({ ...FACTS, version: '1.2.0' });
    expect(text).toMatch(/^intray \(1\.2\.0\) stable; urgency=medium\n\n {2}\* Something that nobody has yet\.\n/);
    expect(text).toContain('  Tue, 24 Nov 2026 10:00:00 +0000\n\nintray (1.1.0)');
  });

  it('has no line that is too long, of all that ours says', () => {
    const text = debChangelog({ ...FACTS, version: '0.1.0', changelog: readFileSync('CHANGELOG.md', 'utf8') });
    expect(changelogEntries(readFileSync('CHANGELOG.md', 'utf8'))[0]?.items.length).toBeGreaterThan(20);
    expect(text.split('\n').filter((line) => line.length > 79)).toEqual([]);
  });
});

describe('the copyright of the Debian package', () => {
  it('says whose it is, who packaged it, and what may be done with it', () => {
    expect(copyrightOf(FACTS)).toMatch(
      /packaged by An Office <packages@office\.example>.*from https:\/\/office.*© 2026 .*All rights are reserved/,
    );
    expect(copyrightOf({ ...FACTS, homepage: null, licence: 'EUPL-1.2' })).toMatch(/example>\.  Copyright.*SPDX name EUPL-1\.2/);
  });
});

function copyrightOf(facts: DebFacts): string {
  const folder = tempFolder();
  writeDebFiles(folder, facts);
  return readFileSync(join(folder, 'copyright'), 'utf8').replaceAll('\n', ' ');
}
