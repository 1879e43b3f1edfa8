import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { bringProject, FILE_LIST } from '../../../../build/windows/bring-project.ts';

it('the project is brought as it stands, and what is gone from it is gone from the copy', unless(noProgram('git')), async () => {
  const [from, to] = [tempFolder(), tempFolder()];
  const lock = '{ "lockfileVersion": 3 }';
  for (const [name, text] of Object.entries({
    'package-lock.json': lock,
    '.gitignore': 'built\n',
    built: 'b',
    'gone.ts': 'g',
    'kept.ts': 'k',
  }))
    writeFileSync(join(from, name), text);
  execFileSync('git', ['init', '-q'], { cwd: from });
  execFileSync('git', ['add', '.'], { cwd: from });
  mkdirSync(join(from, 'sub'));
  writeFileSync(join(from, 'sub', 'new.ts'), 'not committed');
  // Packages that belong to this lock file, so they are kept as they are.
  mkdirSync(join(to, 'node_modules'));
  writeFileSync(join(to, 'node_modules', '.intray-packages'), createHash('sha256').update(lock).digest('hex'));
  const bring = () => bringProject({ from, to, say: () => undefined, stop: new AbortController().signal });
  expect(await bring()).toMatchObject({ ok: true });
  expect(readdirSync(to).sort()).toEqual(['.gitignore', 'gone.ts', 'kept.ts', 'node_modules', 'package-lock.json', 'sub', 'test-results']);
  rmSync(join(from, 'gone.ts'));
  writeFileSync(join(from, 'kept.ts'), 'changed');
  expect(await bring()).toMatchObject({ ok: true });
  expect(readFileSync(join(to, 'kept.ts'), 'utf8')).toBe('changed');
  const listed = readFileSync(join(to, FILE_LIST), 'utf8').split('\0');
  expect(listed.toSorted()).toEqual(['.gitignore', 'kept.ts', 'package-lock.json', 'sub/new.ts']);
  expect(readdirSync(to)).not.toContain('gone.ts');
});
