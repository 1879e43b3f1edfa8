import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINKS, NO_MODES, noProgram, unless } from '#test/support/why-skipped.ts';
import { packApps, unpackApps } from '../../../build/package/release/handed-apps.ts';
import { macCodeIn } from '../../../build/package/release/mac-code-in.ts';

describe('what one job hands over to the next', () => {
  it('is taken where it is exactly that, and its list is the one of sha256sum', () => {
    const { folder, digest } = handedOver();
    expect(handedOverIs(folder, digest)).toMatchObject({ status: 0, stderr: '' });
    const sum = createHash('sha256').update('unsigned').digest('hex');
    expect(handedOverIs(folder, digest).stdout).toBe(`${sum}  Intray.exe\n${sum}  app-x64.tar\n`);
  });

  it.each<[what: string, change: (folder: string) => void]>([
    ['is changed', (folder) => writeFileSync(join(folder, 'Intray.exe'), 'evil')],
    ['is missing', (folder) => rmSync(join(folder, 'Intray.exe'))],
    ['has another name', (folder) => renameSync(join(folder, 'Intray.exe'), join(folder, 'elevate.exe'))],
    ['is one more', (folder) => writeFileSync(join(folder, 'evil.exe'), 'evil')],
    ['is empty', (folder) => readdirSync(folder).forEach((name) => rmSync(join(folder, name)))],
    ['is a folder', (folder) => mkdirSync(join(folder, 'more'))],
    ['begins with a dot', (folder) => writeFileSync(join(folder, '.npmrc'), 'x')],
    ['begins as an option', (folder) => writeFileSync(join(folder, '-x'), 'x')],
  ])('is refused where a file %s', (_what, change) => {
    const { folder, digest } = handedOver();
    change(folder);
    expect(handedOverIs(folder, digest)).toMatchObject({ status: 1, stderr: expect.stringMatching(/digest is|no plain file|is empty/) });
  });

  it('is refused where a file is a link to the same bytes', unless(NO_LINKS), () => {
    const { folder, digest } = handedOver();
    const elsewhere = join(tempFolder(), 'Intray.exe');
    renameSync(join(folder, 'Intray.exe'), elsewhere);
    symlinkSync(elsewhere, join(folder, 'Intray.exe'));
    expect(handedOverIs(folder, digest)).toMatchObject({ status: 1, stderr: expect.stringContaining('no plain file') });
  });

  it('is never taken without a digest, as where a job had no output', () => {
    const { folder } = handedOver();
    expect(handedOverIs(folder, '').status).toBe(1);
    expect(handOver(folder).status).toBe(2);
  });
});

describe('apps that another computer signs', () => {
  it('come back where electron-builder left them, with the signed programs in their places', unless(noProgram('tar')), () => {
    const [built, folder, out] = [tempFolder(), join(tempFolder(), 'handover'), tempFolder()];
    for (const path of ['win-unpacked/Intray.exe', 'win-unpacked/resources/elevate.exe', 'win-unpacked/resources/app.asar'])
      put(built, path, 'unsigned');
    packApps({ out: built, into: folder, platform: 'win32' });
    for (const name of ['Intray.exe', 'elevate.exe']) put(folder, name, 'signed');
    expect(unpackApps({ folder, out, platform: 'win32' })).toEqual([{ app: join(out, 'win-unpacked'), arch: 'x64' }]);
    const read = ['Intray.exe', 'resources/elevate.exe', 'resources/app.asar'].map((path) =>
      readFileSync(join(out, 'win-unpacked', path), 'utf8'),
    );
    expect(read).toEqual(['signed', 'signed', 'unsigned']);
  });

  it('of macOS keep their links, on which their signature depends', unless(noProgram('tar'), NO_LINKS), () => {
    const [built, folder, out] = [tempFolder(), join(tempFolder(), 'handover'), tempFolder()];
    for (const arch of ['mac', 'mac-arm64']) anApp(join(built, arch, 'Intray.app'));
    packApps({ out: built, into: folder, platform: 'darwin' });
    const apps = unpackApps({ folder, out, platform: 'darwin' });
    expect(apps.map(({ arch }) => arch).toSorted()).toEqual(['arm64', 'x64']);
    for (const { app } of apps) expect(macCodeIn(app)).toHaveLength(8);
  });
});

describe('the signature of a Mac’s app', () => {
  const PROGRAMS = ['security', 'codesign', 'ditto', 'xcrun', 'spctl'];
  const GIVEN: Readonly<Record<string, string>> = {
    MACOS_CERTIFICATE: 'UEtDUzEy',
    MACOS_CERTIFICATE_PASSWORD: 'a password',
    APPLE_API_KEY: 'a key',
    APPLE_API_KEY_ID: 'K1',
    APPLE_API_ISSUER: 'an issuer',
  };

  /** Stands in for macOS's own programs: writes down what it was asked for. */
  function signed({ status = 'Accepted', certificate = 'Developer ID Application: Intray Ltd (T1)', env = GIVEN } = {}) {
    const [bin, temp, root] = [tempFolder(), tempFolder(), tempFolder()];
    const [log, app] = [join(bin, 'log'), join(root, 'Intray.app')];
    writeFileSync(log, '');
    anApp(app);
    const answers = `case "$*" in find-identity*) echo '  1) ABC "${certificate}"' ;; *notarytool*) echo '  status: ${status}' ;; esac`;
    for (const name of PROGRAMS) {
      writeFileSync(
        join(bin, name),
        `#!/bin/sh\nprintf '%s' "${name}" >> '${log}'\nprintf ' [%s]' "$@" >> '${log}'\necho >> '${log}'\n${answers}\n`,
      );
      chmodSync(join(bin, name), 0o755);
    }
    const run = spawnSync(process.execPath, ['build/package/release/sign-mac-app.ts', app], {
      encoding: 'utf8',
      env: { PATH: `${bin}:${process.env['PATH']}`, TMPDIR: temp, ...env },
    });
    return { ...run, app, left: readdirSync(temp), asked: readFileSync(log, 'utf8').trim().split('\n') };
  }

  it(
    'is given from the inside to the outside, then Apple looks at it, and neither keychain nor key stays',
    unless(noProgram('bash'), NO_MODES, NO_LINKS),
    () => {
      const { status, stderr, asked, left, app } = signed();
      expect({ status, stderr, left }).toEqual({ status: 0, stderr: '', left: [] });
      const codes = asked.filter((line) => line.startsWith('codesign [--force]'));
      expect(codes.map((line) => relative(app, / \[([^\]]+)\]$/.exec(line)?.[1] ?? ''))).toEqual(
        macCodeIn(app).map((path) => relative(app, path)),
      );
      for (const line of codes)
        expect(line).toMatch(/\[--timestamp\] \[--options\] \[runtime\].*\[--sign\] \[Developer ID Application: Intray Ltd \(T1\)\]/);
      expect(codes.at(-1)).toContain('[build/entitlements.mac.plist]');
      const words = asked.map((line) => line.split(' ')[0]);
      expect(words.slice(-4)).toEqual(['xcrun', 'xcrun', 'spctl', 'security']);
      expect(asked.at(-1)).toMatch(/^security \[delete-keychain\]/);
      expect(asked.findIndex((line) => line.includes('[stapler]'))).toBeGreaterThan(
        asked.findIndex((line) => line.includes('[notarytool]')),
      );
    },
  );

  it(
    'ends where Apple refuses, the certificate is another one, or one of the secrets is missing, and tells none of them',
    unless(noProgram('bash'), NO_MODES, NO_LINKS),
    () => {
      const refused = signed({ status: 'Invalid' });
      expect(refused).toMatchObject({ status: 1, left: [], stderr: expect.stringContaining('Apple did not accept') });
      expect(refused.asked.filter((line) => line.includes('[stapler]'))).toEqual([]);
      expect(signed({ certificate: 'Apple Development: somebody' })).toMatchObject({
        status: 1,
        left: [],
        stderr: expect.stringContaining('no “Developer ID'),
      });
      for (const name of Object.keys(GIVEN)) {
        const { status, stderr, asked } = signed({ env: { ...GIVEN, [name]: '' } });
        expect({ status, asked }).toEqual({ status: 2, asked: [''] });
        expect(stderr).toContain(`missing: ${name}`);
      }
      expect(refused.stderr).not.toMatch(/a password|a key/);
    },
  );
});

describe('the installer of Windows', () => {
  it('is announced with the bytes that it has after it was signed', () => {
    const folder = tempFolder();
    const bytes = Buffer.from('signed installer '.repeat(10_000));
    writeFileSync(join(folder, 'Intray-1.1.0-win-x64.exe'), bytes);
    const old = { url: 'Intray-1.1.0-win-x64.exe', sha512: 'old', size: 1 };
    writeFileSync(join(folder, 'latest.yml'), JSON.stringify({ version: '1.1.0', files: [old], path: old.url, sha512: 'old', journal: 7 }));
    const run = spawnSync(process.execPath, ['build/package/release/announce-signed.ts', folder], { encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    expect(JSON.parse(readFileSync(join(folder, 'latest.yml'), 'utf8'))).toEqual({
      version: '1.1.0',
      files: [{ url: old.url, sha512, size: bytes.byteLength }],
      path: old.url,
      sha512,
      journal: 7,
    });
    const map = JSON.parse(gunzipSync(readFileSync(join(folder, `${old.url}.blockmap`))).toString()) as { files: { sizes: number[] }[] };
    expect(map.files[0]?.sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes.byteLength);
  });
});

function handOver(folder: string, ...words: readonly string[]) {
  const env = { ...process.env, GITHUB_OUTPUT: undefined, GITHUB_STEP_SUMMARY: undefined };
  return spawnSync(process.execPath, ['build/package/release/handed-over.ts', folder, ...words], { encoding: 'utf8', env });
}

function handedOverIs(folder: string, digest: string) {
  return handOver(folder, '--is', digest);
}

function handedOver() {
  const folder = tempFolder();
  for (const name of ['Intray.exe', 'app-x64.tar']) writeFileSync(join(folder, name), 'unsigned');
  return { folder, digest: /^digest=(\w{64})$/m.exec(handOver(folder, '--as', 'digest').stdout)?.[1] ?? '' };
}

function put(root: string, path: string, bytes: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), bytes);
}

/** As Electron's: a framework with its links, helpers, a library, a compiled module, and what is no code. */
function anApp(app: string): void {
  const code = Buffer.from('cffaedfe07000001', 'hex');
  const inside = 'Contents/Frameworks/Electron Framework.framework';
  for (const path of [
    'Contents/MacOS/Intray',
    `${inside}/Versions/A/Electron Framework`,
    `${inside}/Versions/A/Libraries/libEGL.dylib`,
    `${inside}/Versions/A/Helpers/chrome_crashpad_handler`,
    'Contents/Frameworks/Intray Helper (GPU).app/Contents/MacOS/Intray Helper (GPU)',
    'Contents/Frameworks/Squirrel.framework/Versions/A/Squirrel',
    'Contents/Frameworks/Squirrel.framework/Versions/A/Resources/ShipIt',
    'Contents/Resources/app.asar.unpacked/keytar.node',
  ])
    put(app, path, code);
  put(app, 'Contents/Resources/app.asar', 'no code');
  put(app, 'Contents/Info.plist', '<plist/>');
  if (existsSync(join(app, inside, 'Versions', 'Current')) || NO_LINKS !== null) return;
  symlinkSync('A', join(app, inside, 'Versions', 'Current'));
  symlinkSync('Versions/Current/Electron Framework', join(app, inside, 'Electron Framework'));
}

describe('what is signed in a Mac’s app', () => {
  it('is each program, library and bundle once, the inner ones first, and the app last', () => {
    const app = join(tempFolder(), 'Intray.app');
    anApp(app);
    const framework = 'Contents/Frameworks/Electron Framework.framework/Versions/A';
    expect(macCodeIn(app).map((path) => relative(app, path).replaceAll('\\', '/'))).toEqual([
      `${framework}/Helpers/chrome_crashpad_handler`,
      `${framework}/Libraries/libEGL.dylib`,
      framework,
      'Contents/Frameworks/Intray Helper (GPU).app',
      'Contents/Frameworks/Squirrel.framework/Versions/A/Resources/ShipIt',
      'Contents/Frameworks/Squirrel.framework/Versions/A',
      'Contents/Resources/app.asar.unpacked/keytar.node',
      '',
    ]);
  });
});
