import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, type Plugin, Visitor } from 'vite';

const LANGUAGES = ['en', 'fr'] as const;
type Language = (typeof LANGUAGES)[number];
const HOME = /[\\/]renderer[\\/]i18n[\\/]i18n\.tsx$/;
const ASKED = /\b(first|rest)(: async \(\) => \(await import\(')#shared\/i18n\/(en|fr)\.ts/g;
const WORDS = /[\\/](first|rest)-words-(en|fr)\.js$/;
const TEXTS = /[\\/]shared[\\/]i18n[\\/](en|fr)[\\/.]/;

/**
 * Divides the texts of each language in two: those that a module of the first page asks for, and all others. The first page is what `renderer/main.tsx`
 * imports, and what that imports, and so on; whatever is loaded later with `import()` does not count.
 */
export function firstWords(root: string): Plugin {
  const isFirst = once(() => askedFrom(root, join(root, 'renderer/main.tsx')));
  return {
    name: 'first-words',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: HOME },
      handler(code, id) {
        if (code.match(ASKED)?.length !== 2 * LANGUAGES.length) this.error(`${id} is no longer as build/first-words.ts expects it`);
        return {
          code: code.replaceAll(ASKED, (_, part, before, language) => `${part}${before}${root}/${part}-words-${language}.js`),
          map: null,
        };
      },
    },
    resolveId: { filter: { id: WORDS }, handler: (id) => id },
    load: {
      filter: { id: WORDS },
      async handler(id) {
        const [, part, language] = WORDS.exec(id) ?? [];
        const texts = Object.entries(await readTexts(root, language as Language));
        const chosen = texts.filter(([key]) => isFirst()(key.replace(PLURAL, '')) === (part === 'first'));
        return `export const ${language} = ${JSON.stringify(Object.fromEntries(chosen))};`;
      },
    },
  };
}

/** Plural endings, chosen by `count`. */
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

async function readTexts(root: string, language: Language): Promise<Readonly<Record<string, string>>> {
  const module = (await import(pathToFileURL(join(root, `shared/i18n/${language}.ts`)).href)) as Record<Language, Record<string, string>>;
  return module[language];
}

/** A key, or the beginning of one, as the first part of a template: `needs.folder.${state}.text`. */
const BEGINNING = /^[a-z][a-z-]*\./;

/**
 * Whether a key is asked for by a module, or by one that it imports. Each word and each template that may be a key counts: test/tidy checks that every
 * key is asked for by one.
 */
function askedFrom(root: string, entry: string): (key: string) => boolean {
  const [words, patterns] = [new Set<string>(), new Set<string>()];
  const seen = new Set<string>();
  const look = (path: string): void => {
    if (seen.has(path) || TEXTS.test(path)) return;
    seen.add(path);
    const { program, module } = parseSync(path, readFileSync(path, 'utf8'));
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string') words.add(value);
      },
      TemplateLiteral: ({ quasis }) => {
        const parts = quasis.map(({ value }) => value.cooked ?? '');
        if (BEGINNING.test(parts[0] ?? '')) patterns.add(parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('[^.]+'));
      },
    }).visit(program);
    for (const name of importedBy(module)) look(name.startsWith('#') ? join(root, name.slice(1)) : resolve(dirname(path), name));
  };
  look(entry);
  const made = [...patterns].map((pattern) => new RegExp(`^${pattern}$`));
  return (key) => words.has(key) || made.some((pattern) => pattern.test(key));
}

/** The project's modules that run before this one. */
function importedBy({ staticImports, staticExports }: ReturnType<typeof parseSync>['module']): readonly string[] {
  const imported = staticImports.flatMap(({ entries, moduleRequest }) =>
    entries.length > 0 && entries.every(({ isType }) => isType) ? [] : [moduleRequest.value],
  );
  const passedOn = staticExports.flatMap(({ entries }) => entries.flatMap((one) => (one.isType ? [] : (one.moduleRequest?.value ?? []))));
  return [...imported, ...passedOn].filter((name) => /\.tsx?$/.test(name));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
