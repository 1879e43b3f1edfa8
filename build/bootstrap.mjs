// Prepares a fresh clone, then runs one task in it: `node build/bootstrap.mjs demo|app|test|dev|package|windows [arguments]`.
// Plain JavaScript on purpose: it runs on the machine's own Node (20 or newer), before the project's Node 24 is installed.
// The task runs in a nested `npm run`, because a shell caches the first `node` that it found.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { missingPrograms } from './system-packages.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'node_modules', '.intray-installed');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const [task, ...rest] = process.argv.slice(2);
if (!task || !['demo', 'app', 'test', 'dev', 'package', 'windows'].includes(task)) {
  console.error('usage: node build/bootstrap.mjs demo|app|test|dev|package|windows [arguments]');
  process.exit(2);
}
installPackages();
if (task === 'test' || task === 'windows') installPrograms();
runTask();

/** Hash of what determines the content of node_modules (lock file, allowed install scripts). It shows whether node_modules is up to date. */
function wanted() {
  const { dependencies, devDependencies, allowScripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  return hash
    .update(JSON.stringify({ dependencies, devDependencies, allowScripts, platform: process.platform, arch: process.arch }))
    .digest('hex');
}

function installPackages() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()) return;
  say('Installing the packages of package-lock.json (a minute on a fast line) …');
  // A registry may fail briefly: a second attempt costs a minute, a failed first run costs a newcomer.
  for (let tries = 1; tries <= 2; tries += 1) {
    // Existing packages are updated in place, because somebody may be using them.
    const how = existsSync(path.join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
    const installed = runNpm([...how, '--ignore-scripts']);
    const status = installed === 0 ? runAllowedScripts() : installed;
    if (status === 0) {
      writeFileSync(stamp, wanted());
      return;
    }
    say(`npm ${how[0]} ended with code ${status}${tries === 1 ? '; trying once more' : ''}`);
  }
  process.exit(1);
}

/**
 * Install scripts of exactly the packages that `allowScripts` names. npm itself only warns of others and runs them: an older npm does not know the
 * field at all (docs/decisions/0079-what-signs-and-for-what.md). The script of the package `node` fetches the project's Node; where that very version
 * runs already, as in the workflows, nothing of it runs.
 */
function runAllowedScripts() {
  const { allowScripts, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const isNodeHere = process.version === `v${devDependencies.node}` && !process.execPath.startsWith(path.join(root, 'node_modules'));
  const names = Object.keys(allowScripts).filter((name) => allowScripts[name] === true && !(name === 'node' && isNodeHere));
  return names.length === 0 ? 0 : runNpm(['rebuild', '--ignore-scripts=false', ...names]);
}

/** @param {readonly string[]} words */
function runNpm(words) {
  return spawnSync(npm, [...words, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  }).status;
}

/** The tests use a real browser and a real keyring. With apt they are installed; elsewhere their tests are skipped and say so. */
function installPrograms() {
  const missing = missingPrograms();
  if (missing.length === 0) return;
  const names = missing.map((program) => program.package);
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    say(`Not here: ${names.join(', ')}. Tests that need them are skipped, with the reason.`);
    return;
  }
  say(`Installing ${names.join(', ')} with apt …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 2], env }).status === 0;
  const install = ['install', '-y', '--no-install-recommends', ...names];
  if (!apt(['update', '-q']) || !(apt(install) || apt(install)))
    say('apt-get failed; tests that need these programs are skipped, with the reason.');
}

function runTask() {
  const child = spawn(npm, ['run', '-s', `${task}:run`, '--', ...rest], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  // A terminal sends Ctrl-C to the whole process group, but a service manager signals only this process, so the signal is forwarded.
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}
