import type { Plugin, Rolldown } from 'vite';

/** The module through which the window uses every schema, and which is loaded after its first page. */
const DOOR = /[\\/]renderer[\\/]link[\\/]schemas\.ts$/;
const SHARED = /[\\/]shared[\\/][^?]*\.ts$/;
const APART = '?schemas';
/** What makes schemas. */
const MAKER = /from\s*["'](?:zod|@orpc\/contract)["']/;

/**
 * Builds the modules of shared/ once more for the window's schemas. A module of the domain has its types, lists and functions beside its schemas,
 * and a chunk consists of whole modules: without this, the first page would load the schemas of every module that it takes a constant from.
 */
export function schemasApart(): Plugin[] {
  const inWindow = { apply: 'build', applyToEnvironment: ({ name }) => name === 'client' } satisfies Partial<Plugin>;
  return [
    {
      name: 'schemas-apart',
      ...inWindow,
      enforce: 'pre',
      async resolveId(source, importer) {
        if (importer === undefined || !(DOOR.test(importer) || importer.endsWith(APART))) return null;
        const found = await this.resolve(source, importer.replace(APART, ''), { skipSelf: true });
        return found !== null && SHARED.test(found.id) ? `${found.id}${APART}` : found;
      },
    },
    {
      name: 'unused-schemas',
      ...inWindow,
      // After the types are stripped.
      enforce: 'post',
      transform: {
        filter: { id: /[\\/]shared[\\/].*\.ts/, code: MAKER },
        handler(code) {
          return { code: unusedLeftOut(code, this.parse(code)), map: null };
        },
      },
    },
  ];
}

/**
 * Each constant that something is called for becomes the result of a function that the build may leave out if nobody uses the constant.
 * (Rolldown's own `manualPureFunctions` goes no further than the first call of a chain.)
 */
function unusedLeftOut(code: string, { body }: ReturnType<Rolldown.PluginContext['parse']>): string {
  const values = body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declared?.type === 'VariableDeclaration' ? declared.declarations.flatMap(({ init }) => init ?? []) : [];
  });
  return values
    .filter(({ type, start, end }) => !FUNCTIONS.has(type) && code.slice(start, end).includes('('))
    .toReversed()
    .reduce((text, { start, end }) => `${text.slice(0, start)}/*#__PURE__*/ (() => (${text.slice(start, end)}))()${text.slice(end)}`, code);
}

const FUNCTIONS: ReadonlySet<string> = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Literal']);
