import { posix } from 'node:path';
import { Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { lineOf, type Source, sources } from './sources.ts';

const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 50;
const FOLDER_FILES_MAX = 25;
/** How finely the code is cut (docs/decisions/0088-a-file-is-a-topic.md). These may only fall. */
const PRODUCT_FILES_MAX = 914;
const SINGLE_IMPORTER_MAX = 262;
const TEST_FILES_MAX = 790;
const SUPPORT_FILES_MAX = 60;

describe('sizes', () => {
  const all = sources();
  // Measured once, since a busy machine needs a while for a thousand files.
  const measured = all.flatMap(functions);

  it(`keep every file within ${FILE_LINES_MAX} lines`, () => {
    const long = all.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 })).filter(({ lines }) => lines > FILE_LINES_MAX);
    expect(long.map(({ path, lines }) => `${path}: ${lines} lines; redesign the room`)).toEqual([]);
  });

  it(`keep every folder within ${FOLDER_FILES_MAX} files of code`, () => {
    const folders = Map.groupBy(all, ({ path }) => posix.dirname(path));
    const full = [...folders].filter(([, files]) => files.length > FOLDER_FILES_MAX);
    expect(full.map(([folder, files]) => `${folder}: ${files.length} files; give a part of them a folder of its own`)).toEqual([]);
    expect(folders.size).toBeGreaterThan(50);
  });

  it(`keep every function within ${FUNCTION_LINES_MAX} lines`, () => {
    const long = measured.filter(({ lines }) => lines > FUNCTION_LINES_MAX);
    expect(long.map(({ place, lines }) => `${place}: ${lines} lines`)).toEqual([]);
    // Parses every source file, which takes a minute on a busy machine.
  }, 180_000);

  it('see functions at all, so that the check can fail', () => {
    expect(measured.length).toBeGreaterThan(100);
  });

  it(`cut the product into at most ${PRODUCT_FILES_MAX} files, ${SINGLE_IMPORTER_MAX} of them for one other file alone`, () => {
    const product = all.filter(({ path }) => /^(shared|electron|renderer|relay|sandbox)\//.test(path) && !NO_TOPIC.test(path));
    const importers = importersIn(product);
    const single = product.filter(({ path }) => importers.get(path)?.size === 1);
    expect(product.length).toBeGreaterThan(PRODUCT_FILES_MAX - 100);
    expect(product.length).toBeLessThanOrEqual(PRODUCT_FILES_MAX);
    expect(single.length).toBeGreaterThan(SINGLE_IMPORTER_MAX - 100);
    expect(single.length).toBeLessThanOrEqual(SINGLE_IMPORTER_MAX);
  });

  it(`cut the tests into at most ${TEST_FILES_MAX} files, ${SUPPORT_FILES_MAX} of them what suites share`, () => {
    const tests = all.filter(({ path }) => path.startsWith('test/'));
    const support = tests.filter(({ path }) => path.startsWith('test/support/'));
    expect(tests.length).toBeGreaterThan(TEST_FILES_MAX - 100);
    expect(tests.length).toBeLessThanOrEqual(TEST_FILES_MAX);
    expect(support.length).toBeGreaterThan(SUPPORT_FILES_MAX - 20);
    expect(support.length).toBeLessThanOrEqual(SUPPORT_FILES_MAX);
  });
});

/** Texts are files of their own for other reasons. */
const NO_TOPIC = /^shared\/i18n\/(en|fr)/;

/** By file: the product's other files that import it. */
function importersIn(product: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  for (const { path, parsed } of product) {
    const { staticImports, staticExports } = parsed.module;
    const requests = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ];
    for (const request of requests) {
      const target = request.startsWith('#') ? request.slice(1) : posix.join(posix.dirname(path), request);
      const those = importers.get(target) ?? new Set<string>();
      importers.set(target, those.add(path));
    }
  }
  return importers;
}

type Measured = { readonly place: string; readonly lines: number };

function functions(source: Source): Measured[] {
  const measured: Measured[] = [];
  const suites = suiteBodies(source);
  const measure = (node: { readonly start: number; readonly end: number }): void => {
    if (suites.has(node.start)) return;
    const first = lineOf(source.text, node.start);
    measured.push({ place: `${source.path}:${first}`, lines: lineOf(source.text, node.end) - first + 1 });
  };
  new Visitor({ FunctionDeclaration: measure, FunctionExpression: measure, ArrowFunctionExpression: measure }).visit(source.parsed.program);
  return measured;
}

/** The body of a `describe` is a table of contents, not a function to keep in mind. */
function suiteBodies(source: Source): Set<number> {
  const starts = new Set<number>();
  new Visitor({
    CallExpression(call) {
      const name = source.text.slice(call.callee.start, call.callee.end);
      if (!/^(describe|test\.describe)\b/.test(name)) return;
      for (const argument of call.arguments) starts.add(argument.start);
    },
  }).visit(source.parsed.program);
  return starts;
}

/** Who may import whom. The longest matching prefix names a place; a place may always import itself. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  'shared/lib': [],
  'shared/ports': ['shared/lib', 'shared/domain', 'shared/entries'],
  'shared/async': ['shared/lib', 'shared/ports'],
  'shared/contract': ['shared/lib'],
  'shared/domain': ['shared/lib', 'shared/contract', 'shared/entries'],
  'shared/tiff': ['shared/lib'],
  'shared/entries': ['shared/lib', 'shared/contract'],
  'shared/service-client': ['shared/lib', 'shared/ports', 'shared/async', 'shared/contract'],
  'shared/relay-protocol': ['shared/lib', 'shared/contract'],
  'shared/app-api': ['shared/lib', 'shared/contract', 'shared/domain', 'shared/entries', 'shared/ports/stop.ts'],
  'shared/i18n': ['shared/lib', 'shared/contract', 'shared/domain', 'shared/entries', 'shared/app-api'],
  'shared/node': ['shared/lib', 'shared/ports', 'shared/async', 'shared/contract/ids.ts', 'shared/relay-protocol/invitations.ts'],
  // Style sheets and components without texts of their own, which make the window and the sandbox's console look alike.
  'shared/ui': [],
  relay: ['shared'],
  sandbox: ['shared'],
  // The console in the browser: it talks to the sandbox over the control API, like every other client.
  'sandbox/console/page': ['shared/lib', 'shared/contract', 'shared/i18n', 'shared/ui'],
  renderer: ['shared/lib', 'shared/async', 'shared/domain', 'shared/app-api', 'shared/i18n', 'shared/tiff', 'shared/entries', 'shared/ui'],
  'electron/platform': ['shared'],
  'electron/intake': ['shared'],
  'electron/intake/inspect': ['shared'],
  // The process that reads files, and the engine's end of it.
  'electron/file-process': ['shared', 'electron/platform', 'electron/intake/inspect', 'electron/engine/engine.ts'],
  // The process that converts files, and the engine's end of it.
  'electron/conversion': [
    'shared',
    'electron/platform',
    // What is converted is judged by the same rules as what is sent as it is.
    'electron/intake/inspect',
    'electron/file-process/fork-child.ts',
    'electron/file-process/child-options.ts',
    'electron/file-process/questions.ts',
  ],
  'electron/upload-from-window': ['shared'],
  // The journal implements the store of each feature, so it imports their `store.ts` and nothing else of them.
  'electron/journal': [
    'shared',
    'electron/platform/sqlite',
    ...['intake', 'delivery', 'results', 'companies', 'folders', 'tidy', 'upload-from-window'].map(
      (feature) => `electron/${feature}/store.ts`,
    ),
  ],
  'electron/delivery': ['shared'],
  'electron/service': ['shared'],
  'electron/companies': ['shared'],
  'electron/results': ['shared'],
  'electron/notify': ['shared'],
  'electron/settings': ['shared'],
  'electron/folders': ['shared'],
  'electron/diagnostics': ['shared'],
  'electron/tidy': ['shared'],
  // What a proof contains is kept by the journal as the results' part of it.
  'electron/proof': ['shared', 'electron/results/store.ts'],
  'electron/register': ['shared', 'electron/platform/worker-thread.ts'],
  'electron/desktop': [
    'shared',
    'electron/engine/engine.ts',
    'electron/file-process/questions.ts',
    'electron/file-process/child-options.ts',
    'electron/file-process/last-output.ts',
    'electron/conversion/process-converter.ts',
    'electron/conversion/process/messages.ts',
    'electron/platform/preview-page.ts',
  ],
  'electron/headless': ['shared', 'electron'],
  electron: ['shared', 'electron'],
  test: ['shared', 'electron', 'renderer', 'relay', 'sandbox', 'build', 'test', 'vite.config.ts'],
  // A package says which journals it reads (docs/decisions/0049-two-update-keys-and-an-expiry.md).
  build: ['shared', 'build', 'test/support', 'test/e2e', 'electron/journal/schema.ts'],
};

/** Features of the app: they get what they need from a sibling as an argument, wired in electron/engine. */
const ELECTRON_ALLOWED = new Set(['electron/main.ts', 'electron/preload.ts']);

describe('import arrows', () => {
  const imports = sources().flatMap(({ path, text, parsed }) =>
    [...parsed.module.staticImports.map((one) => one.moduleRequest.value), ...reexports(parsed), ...loadedLater(text, parsed)].map(
      (specifier) => ({ path, specifier }),
    ),
  );

  it('point only where the house allows', () => {
    const wrong = imports.filter(({ path, specifier }) => {
      const target = targetOf(path, specifier);
      return target !== null && !allowed(path, target);
    });
    expect(wrong.map(({ path, specifier }) => `${path} imports ${specifier}`)).toEqual([]);
  });

  it('are found at all, so that the first check can fail', () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(allowed('electron/intake/a.ts', 'electron/journal/b.ts')).toBe(false);
    expect(allowed('relay/a.ts', 'sandbox/b.ts')).toBe(false);
    expect(allowed('shared/domain/a.ts', 'shared/ports/b.ts')).toBe(false);
    expect(allowed('electron/engine/create-engine.ts', 'electron/journal/b.ts')).toBe(true);
  });

  it('bring electron into the shell alone', () => {
    const wrong = imports.filter(({ path, specifier }) => /^electron(\/|$)/.test(specifier) && !shell(path));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('never go through a barrel', () => {
    const barrels = sources().filter(({ path }) => /\/index\.tsx?$/.test(path) && !path.startsWith('renderer/'));
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });
});

function shell(path: string): boolean {
  return path.startsWith('electron/desktop/') || ELECTRON_ALLOWED.has(path) || path.startsWith('test/');
}

function reexports(parsed: ReturnType<typeof sources>[number]['parsed']): string[] {
  return parsed.module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
  );
}

/** The specifiers of `import()`. */
function loadedLater(text: string, parsed: ReturnType<typeof sources>[number]['parsed']): string[] {
  return parsed.module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end).replaceAll(/^['"]|['"]$/g, ''));
}

function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return null;
}

function allowed(path: string, target: string): boolean {
  const from = placeOf(path);
  if (from === null) return false;
  const places = [from, ...(ARROWS[from] ?? [])];
  // `shared` alone does not give pure code access to the real ports: only the parts that run on Node list all of it.
  return (
    places.some((place) => target === place || target.startsWith(`${place}/`)) && !(from === 'renderer' && target.startsWith('shared/node'))
  );
}

function placeOf(path: string): string | null {
  const fitting = Object.keys(ARROWS).filter((place) => path.startsWith(`${place}/`));
  return fitting.sort((a, b) => b.length - a.length)[0] ?? null;
}
