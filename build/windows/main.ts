import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import process from 'node:process';
import { bringProject } from './bring-project.ts';
import { COPY } from './copy.ts';
import { debianMirror } from './debian-mirror.ts';
import { isMade, makeRoot } from './make-root.ts';
import { readWords, type Words } from './read-words.ts';
import { runHost } from './run-host.ts';
import { runInstaller } from './run-installer.ts';
import { runSimulation, SEEDS } from './run-simulation.ts';
import { type Run, runSummary } from './run-summary.ts';
import { runTests } from './run-tests.ts';
import { whyNot } from './why-not.ts';

const HELP = `Runs the tests, the simulation, the host and the installer on Windows’ Node under Wine 10, on a Debian machine with root. Wine is not Windows: it shows paths, separators,
letter case, open files that cannot be renamed or removed, signals that end a process at once, and the store of credentials.

  npm run windows -- [tests …] [sim] [host] [installer] [--root FOLDER] [Vitest’s arguments]

  tests            folders or files below test/ (unit contract tidy), so "unit/shared" is test/unit/shared
  sim              the simulation, ${SEEDS} seeds
  host             the host as a program with sandbox and relay beside it on Linux, and its window in a real browser
  installer        what is ours in the installer, in a small one of our own: installed, updated, uninstalled
  --root FOLDER    where the small Debian with Wine and Node lies, or is to be made (in the user’s folder for caches);
                   some 3 GB, to be removed like any folder

The first time takes a few minutes more, and a way to the network: Debian’s packages come from where apt has them from,
Node for Windows and the project’s packages from where npm has them from.

Exit codes
  0 nothing failed   1 something failed   2 wrong words   3 it cannot run here, or could not be set up: it is said why
`;

const project = resolve(import.meta.dirname, '../..');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

const words = readAll();
if (!(await claim(words.root))) end(3, `${words.root} is being used by another run`);
await setUp(words);
const runs = await runAll(words);
const { text, isGood } = runSummary(runs);
process.stdout.write(`\n${text}`);
for (const { what, lines, outputs } of runs)
  if (lines.length === 0) say(`${what}: nothing has even begun; the end of what was said:\n${lastWords(outputs)}`);
process.exit(isGood ? 0 : 1);

async function runAll({ root, tests, others, vitest }: Words): Promise<readonly Run[]> {
  const common = { root, say, stop: stopping.signal };
  const done: Run[] = [];
  if (tests.length > 0) {
    say('3. The tests, on Windows’ Node under Wine 10');
    done.push(await runTests({ ...common, tests, vitest }));
  }
  if (others.includes('sim')) {
    say(`4. The simulation, ${SEEDS} seeds`);
    done.push(await runSimulation(common));
  }
  if (others.includes('host')) {
    say('5. The host as a program, with sandbox, relay and a browser beside it on Linux');
    done.push(await runHost({ ...common, project }));
  }
  if (others.includes('installer')) {
    say('6. The installer, by electron-builder’s scripts and Debian’s makensis, with the host in place of the app');
    done.push(await runInstaller({ ...common, project }));
  }
  return done;
}

function readAll(): Words {
  const argv = process.argv.slice(2);
  if (argv.some((word) => ['--help', '-h'].includes(word))) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  // npm changes to the project's folder, and INIT_CWD is the user's own.
  const read = readWords(argv, { project, here: process.env['INIT_CWD'] ?? process.cwd(), environment: process.env });
  if (!read.ok) return end(2, `${read.failure}\n\n${HELP}`);
  const absent = read.value.tests.filter((path) => !existsSync(join(project, path)));
  return absent.length === 0 ? read.value : end(2, `there is no ${absent.join(', no ')} in the project`);
}

async function setUp({ root }: Words): Promise<void> {
  const mirror = debianMirror(aptSources());
  const { platform, arch } = process;
  const why = whyNot({ platform, arch, user: process.getuid?.() ?? null, has, mirror, isMade: isMade(root) });
  if (why !== null) end(3, `The tests cannot be run on Windows’ Node under Wine 10 here: ${why}.`);
  say(`1. A small Debian with Wine 10 and Windows’ Node, in ${root}`);
  const common = { say, stop: stopping.signal };
  const made = await makeRoot({ ...common, root, mirror, node: pinnedNode(), hasDebootstrap: has('debootstrap') });
  if (!made.ok) end(3, `  ${made.failure}`);
  say('2. The project as it stands, with the packages of Windows');
  const brought = await bringProject({ ...common, from: project, to: join(root, COPY) });
  if (!brought.ok) end(3, `  ${brought.failure}`);
}

/** An abstract socket as a lock: the system releases the name when this process ends, however it ends. */
function claim(root: string): Promise<boolean> {
  const server = createServer().unref();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(`\0intray-windows:${root}`, () => done(true));
  });
}

function aptSources(): readonly string[] {
  const folder = '/etc/apt/sources.list.d';
  const more = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(list|sources)$/.test(name)) : [];
  const files = ['/etc/apt/sources.list', ...more.sort().map((name) => join(folder, name))];
  return files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
}

function pinnedNode(): string {
  const { devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { devDependencies: { node: string } };
  return devDependencies.node;
}

function has(program: string): boolean {
  return [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'].some((folder) => existsSync(join(folder, program)));
}

function lastWords(outputs: readonly string[]): string {
  const texts = outputs.map((file) => readFileSync(file, 'utf8').trimEnd().slice(-2_000));
  return texts.filter((said) => said !== '').join('\n');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function end(status: number, why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(status);
}
