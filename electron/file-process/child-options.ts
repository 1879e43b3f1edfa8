/** Enough for the concurrent reads of one disk, and for other calls meanwhile. */
const THREADS = 8;

/**
 * A file has at most 5 MB; if inspecting it needs more than this, it is broken or hostile. With `gc`, because the memory of a codec has to be free
 * before the next one is used. Each half of the space for young objects has 8 MB: without that, V8 takes some 50 MB more before it frees any. Code that
 * is made of a string is code of whoever wrote the string.
 */
const V8_OPTIONS: readonly string[] = [
  '--max-old-space-size=256',
  '--max-semi-space-size=8',
  '--expose-gc',
  '--disallow-code-generation-from-strings',
];

/** Electron takes `execArgv` for switches of Chromium, one of which has V8's options. */
export const ELECTRON_SWITCHES: readonly string[] = [`--js-flags=${V8_OPTIONS.join(' ')}`];

/** What a started process may do, besides reading. It may give up the rest itself (electron/platform/confine.ts). */
export type ChildRights = {
  /** A folder with all that is in it. */
  readonly writes: 'anywhere' | { readonly folder: string };
  readonly threads?: boolean;
  readonly programs?: boolean;
};

/** Options of Node's permission model. A document's path is never among them: other users of the computer read the words of a start. */
export function nodeOptions({ writes, threads, programs }: ChildRights): string[] {
  return [
    ...V8_OPTIONS,
    '--permission',
    // No signal opens the debugger.
    '--disable-sigusr1',
    '--allow-fs-read=*',
    `--allow-fs-write=${writes === 'anywhere' ? '*' : placeOf(writes.folder)}`,
    ...(threads === true ? ['--allow-worker'] : []),
    ...(programs === true ? ['--allow-child-process'] : []),
  ];
}

/**
 * A folder as the option takes it. Node reads `*` in it as a pattern, and what it makes of a share's name was not tried, so such a folder cannot be
 * named; commas and spaces can.
 */
function placeOf(folder: string): string {
  if (folder.includes('*')) return '*';
  if (folder.startsWith('/')) return `${folder}/`;
  return /^[a-z]:[\\/]/i.test(folder) ? `${folder}\\` : '*';
}

/**
 * Names of the environment that a started process needs: where Windows is, which files are in a cloud (electron/platform/cloud/placeholders.ts), and where
 * the libraries of a Node are that is not linked statically.
 */
const NEEDED = /^(SystemRoot|windir|USERPROFILE|APPDATA|LOCALAPPDATA|OneDrive|OneDriveConsumer|OneDriveCommercial|LD_LIBRARY_PATH)$/i;

/** Nothing else: neither tokens, nor proxies, nor the addresses of other programs of the user's, such as D-Bus. */
export function childEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && NEEDED.test(entry[0]));
  return { ...Object.fromEntries(given), UV_THREADPOOL_SIZE: String(THREADS) };
}
