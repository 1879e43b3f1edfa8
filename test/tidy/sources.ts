import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type ParseResult, parseSync, Visitor } from 'oxc-parser';
import { projectText } from '#test/support/project-text.ts';

export type Source = { readonly path: string; readonly text: string; readonly parsed: ParseResult };

const ROOTS = ['shared', 'electron', 'renderer', 'relay', 'sandbox', 'test', 'build'];

/** A file with git's own list, for a place without git: Wine (build/windows). */
const GIVEN = process.env['INTRAY_PROJECT_FILES'];

/** Every file that git tracks or would add, with `/` as the separator. */
export function projectFiles(): readonly string[] {
  const listed = GIVEN === undefined ? askGit() : readFileSync(GIVEN, 'utf8');
  return listed.split('\0').filter((path) => path !== '' && existsSync(path));
}

function askGit(): string {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** All TypeScript of the project, parsed. */
export function sources(): readonly Source[] {
  const paths = projectFiles().filter((path) => /\.tsx?$/.test(path) && ROOTS.includes(path.split('/')[0] ?? ''));
  return paths.map((path) => {
    const text = projectText(path);
    return { path, text, parsed: parseSync(path, text, { sourceType: 'module' }) };
  });
}

/** Line of an offset, counted from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Every identifier of a source file: variables, members, types, private fields, elements of JSX. */
export function namesIn({ program }: ParseResult): ReadonlySet<string> {
  const names = new Set<string>();
  const note = ({ name }: { readonly name: string }): void => void names.add(name);
  new Visitor({ Identifier: note, PrivateIdentifier: note, JSXIdentifier: note }).visit(program);
  return names;
}
