import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { MIGRATIONS } from '../../electron/journal/schema.ts';
import { npmBill, shippedBill } from './bill-of-materials.ts';
import { type BuildAsk, buildTarget, electronFolder, NO_MAINTAINER } from './build-target.ts';
import { writeDebFiles } from './deb-files.ts';
import { readUpdateKeys } from './feed/update-keys.ts';
import { joinAnnouncements } from './join-announcements.ts';
import { packageReport } from './package-report.ts';
import { planTargets } from './plan-targets.ts';
import { missingForRelease, type ReleaseFacts, releaseFacts } from './release-facts.ts';
import { packApps, unpackApps } from './release/handed-apps.ts';
import { type Elsewhere, signedElsewhere } from './release/signed-elsewhere.ts';
import { shippedLibraries } from './shipped-libraries.ts';
import { signingOf } from './signing.ts';
import { makeStandInAppImageTools } from './stand-in-appimage-tools.ts';
import { makeStandInDist } from './stand-in-dist.ts';
import { thirdParties, thirdPartyText } from './third-party.ts';

/** `npm run package`: nothing is left out silently, and a release that lacks something fails before an hour was spent on it. */
const HELP = `Makes the packages of the system that it runs on, and says which it does not make, and why.

  npm run package -- [--out FOLDER] [--no-build] [--release | --require-signature] [--to-sign FOLDER | --signed FOLDER] [--keys FILE] [--stand-in]

  --out FOLDER           where to (release)
  --no-build             packs what was built already
  --release              ends where the feed, its keys, the homepage or the maintainer is missing
  --require-signature    the same, and ends where a certificate is missing
  --to-sign FOLDER       Windows and macOS: builds the app and puts there what another computer has to sign
  --signed FOLDER        Windows and macOS: makes the packages of what --to-sign made, with the signatures
  --keys FILE            the keys by which it believes newer versions (build/package/feed/update-keys.json)
  --stand-in             packs the stand-in for Electron, for tests: no product

Given by the environment: INTRAY_UPDATE_URL, INTRAY_HOMEPAGE, INTRAY_MAINTAINER, INTRAY_CONFIGURATION, and who signs
(docs/operations/release.md).

Exit codes
  0 all packages of this system were made   1 one could not be made   2 wrong words, or something that a release needs is missing
  3 Electron's own program is not here, so none could be made
`;

/** As electron-builder.yml names the packages. */
const SYSTEM_NAMES = { linux: 'linux', darwin: 'mac', win32: 'win' };

const values = readWords();
const root = resolve(import.meta.dirname, '../..');
const out = resolve(root, values.out);
const platform = systemOf(process.platform);
// A workflow passes an empty text for what is not set, and electron-builder takes that for a certificate.
if (process.env['CSC_LINK'] === '') delete process.env['CSC_LINK'];
const elsewhere = elsewhereOf();
const signing =
  elsewhere === null ? signingOf(platform, process.env) : signedElsewhere(platform, process.env['INTRAY_PUBLISHER'] || null, elsewhere);
const facts = readFacts();
const failed: string[] = [];
// Every user of the computer can read the packaged files, whatever mode new files get here.
process.umask(0o022);

if (!values['no-build'] && values.signed === undefined) run(['run', '-s', 'build']);
mkdirSync(out, { recursive: true });
for (const name of announcements()) rmSync(join(out, name));
// What is packed of a signed app has been written when that was built.
if (values.signed === undefined) writeLegal();
const debArguments = writeDebFiles(ownFolder('deb'), debFacts());
const electron = values['stand-in'] ? standIn('linux') : electronFolder(root);
const plan = planTargets({
  platform,
  electron: values['stand-in'] ? 'stand-in' : electron === null ? 'absent' : 'real',
  has: (program) => whereIs(program) !== null,
});
const apps = values.signed === undefined ? [null] : unpackApps({ folder: resolve(root, values.signed), out, platform });
for (const target of plan.make.filter((one) => values['to-sign'] === undefined || one !== 'dmg'))
  for (const prepackaged of apps) await make({ target, platform, electron: platform === 'darwin' ? null : electron, prepackaged });
if (values['to-sign'] !== undefined && failed.length === 0) packApps({ out, into: resolve(root, values['to-sign']), platform });
// The unpacked content of the other systems' packages, for checks.
for (const other of ['win32', 'darwin'] as const)
  if (values['stand-in']) await make({ target: 'dir', platform: other, electron: standIn(other), prepackaged: null });
report();
process.exit(failed.length > 0 ? 1 : electron === null ? 3 : 0);

/** Null: whoever makes the packages signs them too, or nobody does. */
function elsewhereOf(): Elsewhere | null {
  if (values['to-sign'] !== undefined) return { how: 'collect', folder: resolve(root, values['to-sign']) };
  return values.signed === undefined ? null : { how: 'swap', folder: resolve(root, values.signed) };
}

/** Written beside the packages and into each of them: third-party licences and the bill of materials. */
function writeLegal(): void {
  const [parties, libraries] = [thirdParties(root), shippedLibraries(root)];
  const bill = `${JSON.stringify(shippedBill(npmBill(root), parties, libraries), null, 2)}\n`;
  const folder = join(root, 'dist', 'legal');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), thirdPartyText(parties, libraries));
  writeFileSync(join(folder, 'intray.cdx.json'), bill);
  // The three systems' files differ, but end up in one folder.
  writeFileSync(join(out, `intray-${SYSTEM_NAMES[platform]}.cdx.json`), bill);
  say(`${parties.length} packages of others and ${libraries.length} compiled libraries are in it: licences and bill of materials written`);
}

function debFacts() {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string; license: string };
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return {
    version,
    licence: license,
    changelog,
    maintainer: facts.maintainer ?? NO_MAINTAINER,
    homepage: facts.homepage,
    today: new Date(),
  };
}

async function make(ask: Omit<BuildAsk, 'root' | 'output' | 'signed' | 'signing' | 'debArguments' | keyof ReleaseFacts>): Promise<void> {
  const before = announcements().map((name) => [join(out, name), readYaml(join(out, name))] as const);
  try {
    const by = { debArguments, signed: values['require-signature'], signing: ask.platform === platform ? signing.config : {} };
    for (const file of await buildTarget({ ...ask, ...facts, ...by, root, output: out })) say(`made ${basename(file)}`);
    for (const [file, announced] of before) writeFileSync(file, JSON.stringify(joinAnnouncements(announced, readYaml(file))));
    // JSON, which is also YAML: the signing job has no package that reads YAML (ADR-79).
    for (const name of announcements()) writeFileSync(join(out, name), `${JSON.stringify(announcedIn(name), null, 2)}\n`);
  } catch (error) {
    // Even here, electron-builder may need a download: its tools come from the same place as Electron's program.
    failed.push(`${ask.target}: ${String(error).slice(0, 400)}`);
  }
}

function announcements(): readonly string[] {
  return readdirSync(out).filter((name) => /^latest.*\.yml$/.test(name));
}

/** Adds what an installation must know before it goes back to this version: the schema version of the journals that it reads. */
function announcedIn(name: string): object {
  return { ...Object(readYaml(join(out, name))), journal: MIGRATIONS.length };
}

function readYaml(file: string): unknown {
  return parse(readFileSync(file, 'utf8'));
}

function report(): void {
  for (const folder of ['linux-unpacked', 'win-unpacked', 'mac', 'mac-arm64'].map((name) => join(out, name))) {
    if (existsSync(folder)) process.stdout.write(packageReport(folder));
  }
  for (const { target, why } of plan.leave) say(`not made: ${target} (${why})`);
  for (const reason of failed) say(`could not be made: ${reason}`);
  if (facts.feed === null && plan.make.length > 0) say('built without a feed (INTRAY_UPDATE_URL): this build looks for no updates');
  if (facts.homepage === null && plan.make.length > 0) say('built without a homepage (INTRAY_HOMEPAGE): its packages name none');
  if (facts.configuration === null && plan.make.length > 0)
    say('built without a configuration (INTRAY_CONFIGURATION): it knows no relay, so people type the name of theirs');
  if (facts.maintainer === null && plan.make.includes('deb'))
    say(`built without a maintainer (INTRAY_MAINTAINER): its Debian package names ${NO_MAINTAINER}, who is nobody`);
  if (platform !== 'linux' && plan.make.length > 0) say(`signed by ${signing.by}`);
  if (electron === null) say('to see the packaging at work without it: npm run package -- --stand-in');
  if (values['stand-in']) say('made of the STAND-IN for Electron, for tests: this is no product');
}

function readWords() {
  const options = {
    out: { type: 'string', default: 'release' },
    'no-build': { type: 'boolean', default: false },
    'stand-in': { type: 'boolean', default: false },
    release: { type: 'boolean', default: false },
    'require-signature': { type: 'boolean', default: false },
    'to-sign': { type: 'string' },
    signed: { type: 'string' },
    keys: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    const read = parseArgs({ options }).values;
    if (!read.help) return read;
    process.stdout.write(HELP);
    return process.exit(0);
  } catch (error) {
    // Its errors are sentences that name the wrong argument.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return process.exit(2);
  }
}

/** Runs before anything is built: otherwise a release that lacks something would fail only after an hour. */
function readFacts(): ReleaseFacts {
  try {
    const read = releaseFacts(process.env, readUpdateKeys(values.keys));
    const isRelease = values.release || values['require-signature'];
    const missing = [
      ...(isRelease ? missingForRelease(read) : []),
      ...(isRelease && (elsewhere !== null || !values.release) ? signing.missing : []),
    ];
    if (missing.length === 0) return read;
    throw new Error(`this cannot be a release, it lacks\n${missing.map((one) => `  ${one}\n`).join('')}See docs/operations/release.md.`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(2);
  }
}

function standIn(of: BuildAsk['platform']): string {
  const folder = ownFolder('stand-in-dist');
  makeStandInDist(root, folder, of);
  process.env['CUSTOM_FPM_PATH'] = join(root, 'build', 'package', 'fpm-shim.mjs');
  const mksquashfs = whereIs('mksquashfs');
  if (of === 'linux' && mksquashfs !== null) process.env['APPIMAGE_TOOLS_PATH'] = appImageTools(mksquashfs);
  return folder;
}

function appImageTools(mksquashfs: string): string {
  const folder = ownFolder('appimage-tools');
  makeStandInAppImageTools(folder, mksquashfs);
  return folder;
}

/** A temporary folder, deleted when this process ends. */
function ownFolder(what: string): string {
  const folder = mkdtempSync(join(tmpdir(), `intray-${what}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function systemOf(name: NodeJS.Platform): BuildAsk['platform'] {
  return name === 'darwin' || name === 'win32' ? name : 'linux';
}

function whereIs(program: string): string | null {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program));
  return places.find((place) => existsSync(place)) ?? null;
}

function run(args: readonly string[]): void {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
