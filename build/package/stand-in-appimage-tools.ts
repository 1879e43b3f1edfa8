import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder that electron-builder takes for its own tools for an AppImage, which it would download: Debian's mksquashfs, and in place of the
 * program that an AppImage begins with one that says what it is. What is packed behind it is the real thing, and can be looked at.
 */
export function makeStandInAppImageTools(folder: string, mksquashfs: string): void {
  symlinkSync(mksquashfs, join(folder, 'mksquashfs'));
  // Only looked for, and never run.
  writeFileSync(join(folder, 'desktop-file-validate'), '');
  mkdirSync(join(folder, 'runtimes'));
  for (const processor of ['x64', 'arm64']) {
    writeFileSync(join(folder, 'runtimes', `runtime-${processor}`), RUNTIME);
    // Libraries of theirs for desktops that lack them.
    mkdirSync(join(folder, 'lib', processor), { recursive: true });
  }
}

const SCRIPT = `#!/bin/sh
echo 'made of a stand-in for Electron, for tests: it starts nothing' >&2
exit 1
`;
/** What follows begins at a whole block, as after the real one. */
const BLOCK = 4096;
const RUNTIME = SCRIPT.padEnd(BLOCK, '\n');
