import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder that electron-builder accepts in place of its own AppImage tools, which it would download: Debian's mksquashfs, and a script instead
 * of the AppImage runtime, which prints that it is a stand-in. The content packed behind it is real and can be checked.
 */
export function makeStandInAppImageTools(folder: string, mksquashfs: string): void {
  symlinkSync(mksquashfs, join(folder, 'mksquashfs'));
  // electron-builder checks that it exists, but never runs it.
  writeFileSync(join(folder, 'desktop-file-validate'), '');
  mkdirSync(join(folder, 'runtimes'));
  for (const processor of ['x64', 'arm64']) {
    writeFileSync(join(folder, 'runtimes', `runtime-${processor}`), RUNTIME);
    // electron-builder's libraries for desktops that lack them.
    mkdirSync(join(folder, 'lib', processor), { recursive: true });
  }
}

const SCRIPT = `#!/bin/sh
echo 'made of a stand-in for Electron, for tests: it starts nothing' >&2
exit 1
`;
/** The content after it begins at a block boundary, as after the real runtime. */
const BLOCK = 4096;
const RUNTIME = SCRIPT.padEnd(BLOCK, '\n');
