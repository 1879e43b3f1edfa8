// Programs that the tests need besides npm's packages, with the Debian package that contains each.
import { existsSync } from 'node:fs';

const PROGRAMS = [
  { files: [process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'], package: 'chromium' },
  { files: ['/usr/bin/chromium-headless-shell'], package: 'chromium-headless-shell' },
  { files: ['/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'], package: 'fonts-dejavu-core' },
  { files: ['/usr/bin/gnome-keyring-daemon'], package: 'gnome-keyring' },
  { files: ['/usr/lib/postgresql'], package: 'postgresql' },
  { files: ['/usr/bin/dbus-run-session'], package: 'dbus' },
  { files: ['/usr/lib/x86_64-linux-gnu/libsecret-1.so.0', '/usr/lib/aarch64-linux-gnu/libsecret-1.so.0'], package: 'libsecret-1-0' },
  { files: ['/usr/bin/mksquashfs'], package: 'squashfs-tools' },
  { files: ['/usr/bin/lintian'], package: 'lintian' },
  { files: ['/usr/bin/desktop-file-validate'], package: 'desktop-file-utils' },
  { files: ['/usr/bin/makensis'], package: 'nsis' },
  { files: ['/usr/lib/python3/dist-packages/fusepy.py'], package: 'python3-fusepy' },
];

/** Programs of which no file exists. */
export function missingPrograms() {
  return PROGRAMS.filter((program) => !program.files.some((file) => existsSync(file)));
}
