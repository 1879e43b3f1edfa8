import { spawnSync } from 'node:child_process';

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
export function neededPackages(program: string): readonly string[] {
  const { stdout } = spawnSync('readelf', ['-d', program], { encoding: 'utf8' });
  const libraries = [...stdout.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name = '']) => name).filter((name) => name !== BESIDE);
  return [...new Set(libraries.map((name) => PACKAGES[name] ?? name))].sort();
}
