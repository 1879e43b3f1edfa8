import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOT_ROOT, unless } from '#test/support/why-skipped.ts';
import { electronFolder, NO_MAINTAINER } from '../../build/package/build-target.ts';
import { EXPLAINED_IN, explainedLines, isAbout, lintianLines } from './loaded.ts';
import { type MadePackage, MAKE_MS, makePackage, whyNoPackage } from './made-package.ts';

/** From here on root sees its own mounts: `$1` is a folder of its own, and its `root` a writable copy of the system. */
const COPY = `set -eu
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
cd "$1/root"
`;

/** The version whose lines are explained; another version checks other things. */
const LINTIAN = '2.116';
const whyNoLintian = (spawnSync('lintian', ['--version'], { encoding: 'utf8' }).stdout ?? '').includes(`v${LINTIAN}.`)
  ? null
  : `lintian ${LINTIAN} is not here: on Debian 12, apt-get install lintian`;
const whyNoReadelf = spawnSync('readelf', ['--version']).error === undefined ? null : 'readelf is not here: apt-get install binutils';
const whyNoValidator =
  spawnSync('desktop-file-validate', ['--help']).error === undefined
    ? null
    : 'desktop-file-validate is not here: apt-get install desktop-file-utils';
const electron = electronFolder(process.cwd());
const whyNoCopy = NOT_ROOT ?? whyNotCopied();

describe('the Debian package made of the stand-in', unless(whyNoPackage()), () => {
  let folder: string;
  let made: MadePackage;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'intray-deb-')));
    made = makePackage(folder);
  }, MAKE_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const field = (name: string): string => spawnSync('dpkg-deb', ['-f', made.deb.file, name], { encoding: 'utf8' }).stdout.trim();
  const installed = (path: string): string => join(made.deb.root, path);

  it('says what it is, where it comes from and who answers for it, or that nobody does', () => {
    expect(field('Package')).toBe('intray');
    expect(field('Section')).toBe('utils');
    expect(field('Priority')).toBe('optional');
    // Nobody set one, and the packaging said so; the placeholder names (RFC 2606) never resolve.
    expect(field('Maintainer')).toBe(NO_MAINTAINER);
    expect(field('Maintainer')).toMatch(/^Intray <[^@]+@[a-z-]+\.invalid>$/);
    expect(field('Homepage')).toMatch(/^https:\/\/[a-z-]+\.invalid\/$/);
    for (const setting of ['INTRAY_MAINTAINER', 'INTRAY_HOMEPAGE']) expect(made.said).toContain(setting);
    expect(Number(field('Installed-Size'))).toBeGreaterThan(1000);
  });

  it('has a menu entry and an icon of each size', () => {
    const entry = readFileSync(installed('usr/share/applications/intray.desktop'), 'utf8');
    expect(entry).toMatch(/^Exec=\/opt\/Intray\/intray -- %u$/m);
    expect(entry).toMatch(/^Icon=intray$/m);
    expect(entry).toMatch(/^StartupWMClass=intray$/m);
    expect(entry).toMatch(/^Categories=Office;$/m);
    for (const french of ['GenericName', 'Comment', 'Keywords']) expect(entry).toMatch(new RegExp(`^${french}\\[fr\\]=\\S`, 'm'));
    expect(entry).toMatch(/^MimeType=x-scheme-handler\/intray;application\/x-intray-invitation;$/m);
    expect(readFileSync(installed('usr/share/mime/packages/intray.xml'), 'utf8')).toContain('<glob pattern="*.intray"/>');
    const icons = filesUnder(installed('usr/share/icons')).filter((path) => path.endsWith('/intray.png'));
    expect(icons.length).toBeGreaterThan(4);
  });

  it('has a menu entry as the desktops want it', unless(whyNoValidator), () => {
    const run = spawnSync('desktop-file-validate', [installed('usr/share/applications/intray.desktop')], { encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stdout: '' });
  });

  it('carries its copyright and its changelog, in which this version comes first', () => {
    const copyright = readFileSync(installed('usr/share/doc/intray/copyright'), 'utf8');
    expect(copyright).toMatch(/^Copyright © \d{4} /m);
    const named = [...copyright.matchAll(/\/opt\/Intray\/\S+/g)].map(([path]) => path);
    expect(named.filter((path) => !existsSync(installed(path)))).toEqual([]);
    expect(named.length).toBeGreaterThan(2);
    const changelog = gunzipSync(readFileSync(installed('usr/share/doc/intray/changelog.gz'))).toString('utf8');
    expect(changelog.split('\n')[0]).toBe(`intray (${field('Version')}) stable; urgency=medium`);
  });

  it('can be read by everybody, written by root alone, and run where it is a program', () => {
    const modes = spawnSync('dpkg-deb', ['-c', made.deb.file], { encoding: 'utf8' }).stdout.trim().split('\n');
    const kinds = new Map(modes.map((line) => [line.split(/\s+/)[5] ?? '', line.split(/\s+/).slice(0, 2).join(' ')]));
    const programs = [...kinds].filter(([, mode]) => mode.startsWith('-rwxr-xr-x')).map(([path]) => path);
    expect(programs).toEqual(['./opt/Intray/intray']);
    expect([...new Set(kinds.values())].sort()).toEqual(['-rw-r--r-- root/root', '-rwxr-xr-x root/root', 'drwxr-xr-x root/root']);
  });

  it('depends on every library that its compiled part asks for', unless(whyNoReadelf), () => {
    const part = filesUnder(made.deb.app).find((path) => path.endsWith('keytar.node')) ?? '';
    const needed = neededPackages(join(made.deb.app, part));
    expect(needed).toContain('libsecret-1-0');
    expect(needed.filter((name) => !depends(field('Depends')).includes(name))).toEqual([]);
  });

  it(
    'depends on every library that Electron’s own program asks for',
    unless(electron === null ? 'Electron’s own program is not here' : whyNoReadelf),
    () => {
      const needed = neededPackages(join(electron ?? '', 'electron'));
      expect(needed).toContain('libgtk-3-0');
      expect(needed.filter((name) => !depends(field('Depends')).includes(name))).toEqual([]);
    },
  );

  it('names the old and the new name of each library that was renamed', () => {
    const both = field('Depends')
      .split(', ')
      .filter((one) => one.includes('t64'));
    expect(both).toHaveLength(7);
    for (const one of both) expect(one).toMatch(/^(\S+)t64 \| \1$/);
  });

  it(`gives lintian nothing to say that ${EXPLAINED_IN} does not explain, and that explains nothing else`, unless(whyNoLintian), () => {
    const run = spawnSync('lintian', ['--allow-root', '--tag-display-limit', '0', '-E', '-L', '>=pedantic', made.deb.file], {
      encoding: 'utf8',
    });
    const [lines, explained] = [lintianLines(run.stdout), explainedLines()];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !explained.some((one) => isAbout(line, one)))).toEqual([]);
    expect(explained.filter((one) => !lines.some((line) => isAbout(line, one)))).toEqual([]);
  });

  it('is installed, updated and removed, with what AppArmor is told, and leaves nothing', unless(whyNoCopy), () => {
    const place = join(folder, 'copy');
    mkdirSync(place);
    const run = inACopyOfTheSystem(INSTALLED, place, made.deb.file);
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
    // In a chroot the kernel grants no user namespaces; for the update, the script makes it seem to.
    const expected = [
      'installed',
      ...lookedAt('4755'),
      'updated',
      ...lookedAt('755'),
      'removed',
      'apparmor_parser --remove /etc/apparmor.d/intray',
    ];
    expect(run.stdout.trim().split('\n')).toEqual(expected);
  });
});

const lookedAt = (mode: string): readonly string[] => [
  '/opt/Intray/intray',
  `chrome-sandbox ${mode}`,
  'profile "intray" "/opt/Intray/intray" flags=(unconfined) {',
  'apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/intray',
];

/** AppArmor is replaced by two programs that record their calls: nothing here reaches a kernel. */
const INSTALLED = `
told=var/tmp/apparmor
printf '#!/bin/sh\\nexit 0\\n' > usr/sbin/apparmor_status
printf '#!/bin/sh\\ncase "$1" in --skip-kernel-load) ;; *) echo "apparmor_parser $*" >> /%s ;; esac\\n' "$told" > usr/sbin/apparmor_parser
# Else it is asked whether this is a copy, which it is, and AppArmor would be told nothing.
printf '#!/bin/sh\\nexit 1\\n' > usr/bin/ischroot
chmod 755 usr/sbin/apparmor_status usr/sbin/apparmor_parser usr/bin/ischroot
mkdir -p etc/apparmor.d
cp "$2" var/tmp/intray.deb
look() {
  chroot . readlink -f /usr/bin/intray
  stat -c 'chrome-sandbox %a' opt/Intray/chrome-sandbox
  grep '^profile' etc/apparmor.d/intray
  cat "$told"; rm "$told"
  chroot . dpkg --verify intray
}
for step in installed updated; do
  chroot . dpkg --force-depends --install /var/tmp/intray.deb > var/tmp/said 2>&1 || { cat var/tmp/said >&2; exit 1; }
  # Of the update: what the old version's script takes away before the new one's puts it back.
  [ $step = installed ] || sed -i /--remove/d "$told"
  echo $step
  look
  printf '#!/bin/sh\nexit 0\n' > usr/bin/unshare
done
chroot . dpkg --purge intray > var/tmp/said 2>&1 || { cat var/tmp/said >&2; exit 1; }
echo removed
cat "$told"
for path in opt/Intray usr/bin/intray etc/alternatives/intray var/lib/dpkg/alternatives/intray etc/apparmor.d/intray usr/share/doc/intray usr/share/applications/intray.desktop; do
  [ ! -e "$path" ] && [ ! -L "$path" ] || echo "left: $path"
done
`;

function whyNotCopied(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'intray-copy-'));
  const { status } = inACopyOfTheSystem('', folder);
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? null : 'this place lets nobody mount a copy of the system';
}

/** Without versions, and by the older of two names. */
function depends(text: string): readonly string[] {
  return text.split(', ').map((one) => one.split(' | ').at(-1)?.replace(/ \(.*/, '') ?? '');
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());
}

/** Runs `script` as root in the root folder of a copy of this system that is removed afterwards; `$2` and the following are `given`. */
function inACopyOfTheSystem(script: string, folder: string, ...given: readonly string[]) {
  return spawnSync('unshare', ['--mount', '--', 'sh', '-c', `${COPY}${script}`, 'sh', folder, ...given], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Debian's package for each library that a program may ask the loader for; without the suffixes of 2024's renaming. */
const PACKAGES: Readonly<Record<string, string>> = {
  'ld-linux-x86-64.so.2': 'libc6',
  'ld-linux-aarch64.so.1': 'libc6',
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libc.so.6': 'libc6',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdl.so.2': 'libc6',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgcc_s.so.1': 'libgcc-s1',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libm.so.6': 'libc6',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libpthread.so.0': 'libc6',
  'librt.so.1': 'libc6',
  'libsecret-1.so.0': 'libsecret-1-0',
  'libsmime3.so': 'libnss3',
  'libstdc++.so.6': 'libstdc++6',
  'libudev.so.1': 'libudev1',
  'libX11.so.6': 'libx11-6',
  'libxcb.so.1': 'libxcb1',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libXrandr.so.2': 'libxrandr2',
};
/** Electron's own, beside its program. */
const BESIDE = 'libffmpeg.so';

/** The packages of all libraries that `program` asks for; a library that is not in the list appears under its own name. */
function neededPackages(program: string): readonly string[] {
  const { stdout } = spawnSync('readelf', ['-d', program], { encoding: 'utf8' });
  const libraries = [...stdout.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name = '']) => name).filter((name) => name !== BESIDE);
  return [...new Set(libraries.map((name) => PACKAGES[name] ?? name))].sort();
}
