import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { runProgram } from './run-program.ts';

type Ask = { readonly from: string; readonly to: string; readonly say: (line: string) => void; readonly stop: AbortSignal };

/** Paths of all files in the copy, separated by NUL, because the copy has no git to ask. */
export const FILE_LIST = 'test-results/project-files';
/** Contains the lock file's hash; written once all packages are installed. */
const STAMP = '.intray-packages';
const FOR_WINDOWS = ['--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Copies the project as it is, including uncommitted changes, and installs the Windows packages in the copy. */
export async function bringProject({ from, to, say, stop }: Ask): Promise<Result<void, string>> {
  const paths = filesOf(from);
  say(`  ${paths.length} files of the project …`);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(to)) if (name !== 'node_modules') rmSync(join(to, name), { recursive: true });
  for (const path of paths) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(from, path), join(to, path));
  }
  mkdirSync(dirname(join(to, FILE_LIST)), { recursive: true });
  writeFileSync(join(to, FILE_LIST), paths.join('\0'));
  const stamp = join(to, 'node_modules', STAMP);
  const wanted = createHash('sha256')
    .update(readFileSync(join(to, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return ok(undefined);
  say('  The packages of package-lock.json, as Windows gets them (a minute or two) …');
  const code = await runProgram({ program: 'npm', args: ['ci', ...FOR_WINDOWS] }, { cwd: to, stdio: ['ignore', 2, 2], stop });
  if (code !== 0) return fail(stop.aborted ? 'stopped' : `npm ci ended with code ${code}; is there a way to the network?`);
  writeFileSync(stamp, wanted);
  return ok(undefined);
}

/** All files that git tracks or would add. */
function filesOf(project: string): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const isFile = (path: string): boolean => lstatSync(join(project, path), { throwIfNoEntry: false })?.isFile() === true;
  return listed.split('\0').filter((path) => path !== '' && isFile(path));
}
