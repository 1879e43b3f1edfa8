import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeStandInMacApp } from './stand-in-mac-app.ts';

/**
 * A folder that electron-builder accepts in place of Electron's own, so that all of its other work can be done and checked on a machine that
 * cannot download Electron. On Linux the program starts the stand-in of test/electron-stand-in, which it finds by two environment variables, so
 * that no path of this machine gets into a package. Never a product.
 */
export function makeStandInDist(root: string, folder: string, platform: 'linux' | 'win32' | 'darwin'): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'version'), '45.4.1');
  writeFileSync(join(folder, 'LICENSE'), 'A stand-in for Electron, for tests.\n');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<p>A stand-in for Electron, for tests.</p>\n');
  writeFileSync(join(folder, 'locales', 'en-US.pak'), 'x');
  if (platform === 'darwin') makeStandInMacApp(folder, FUSE_WIRE);
  else if (platform === 'linux') {
    writeFileSync(join(folder, 'chrome-sandbox'), 'x');
    writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(SCRIPT), FUSE_WIRE]));
    chmodSync(join(folder, 'electron'), 0o755);
  } else {
    // Any real Windows program will do: electron-builder writes its icon, version and integrity resource.
    const program = join(root, 'node_modules', 'electron-winstaller', 'vendor', 'Setup.exe');
    copyFileSync(program, join(folder, 'electron.exe'));
    writeFileSync(join(folder, 'electron.exe'), Buffer.concat([readFileSync(program), FUSE_WIRE]));
  }
}

const SCRIPT = `#!/bin/sh
# A stand-in for Electron's program, for tests of the package. It is no product.
here=$(dirname "$(readlink -f "$0")")
exec "\${INTRAY_STAND_IN_NODE:?}" --inspect=0 --no-warnings "\${INTRAY_STAND_IN:?}" "--stand-in-resources=$here/resources" "$@"
`;

/** As in Electron's own binary: a sentinel, version 1, nine fuses, and each fuse as Electron ships it. */
const FUSE_WIRE = Buffer.from('\ndL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101100011\n', 'latin1');
