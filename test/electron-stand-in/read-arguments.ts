export type StandInArguments = {
  /** Modules to load before the app (`-r`), as Playwright uses it for its loader. */
  readonly preloads: readonly string[];
  readonly appPath: string;
  readonly userData: string | null;
  /** For a packaged app, whose program the stand-in is: the folder with its `app.asar`. */
  readonly resources: string | null;
  /** What the app itself sees after its own path. */
  readonly rest: readonly string[];
};

/** The packaged program itself passes this (build/package/stand-in-dist.ts), before anything else. */
const RESOURCES = '--stand-in-resources=';
const CHROMIUM_OWN = /^--(inspect|remote-debugging-port|no-sandbox|user-data-dir)\b/;

/** Reads a command line as Electron does: `-r` and Chromium's switches are its own, the first plain word is the app. */
export function readArguments(argv: readonly string[]): StandInArguments {
  const preloads: string[] = [];
  const rest: string[] = [];
  let appPath: string | null = null;
  let userData: string | null = null;
  let resources: string | null = null;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '-r') preloads.push(argv[(at += 1)] ?? '');
    else if (word.startsWith('--user-data-dir=')) userData = word.slice(word.indexOf('=') + 1);
    else if (word.startsWith(RESOURCES)) resources = word.slice(RESOURCES.length);
    else if (CHROMIUM_OWN.test(word)) continue;
    else if (appPath === null && resources === null && !word.startsWith('-')) appPath = word;
    else rest.push(word);
  }
  return { preloads, appPath: appPath ?? '.', userData, resources, rest };
}
