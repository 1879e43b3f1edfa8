import { registerHooks } from 'node:module';

/** Key under which the generated module below finds its exports. */
const MODULES = Symbol.for('intray stand-in for electron');
const ADDRESS = 'stand-in:electron';

/** From now on `electron`, `electron/main` and `electron/common` are `modules`, for import and require alike. */
export function standInFor(modules: Readonly<Record<string, unknown>>): void {
  Object.defineProperty(globalThis, MODULES, { value: modules });
  const names = Object.keys(modules);
  const source = [
    `const modules = globalThis[Symbol.for(${JSON.stringify(MODULES.description)})];`,
    ...names.map((name) => `export const ${name} = modules.${name};`),
    'export default modules;',
  ].join('\n');
  registerHooks({
    resolve: (specifier, context, next) =>
      /^electron(\/(main|common))?$/.test(specifier) ? { url: ADDRESS, format: 'module', shortCircuit: true } : next(specifier, context),
    load: (url, context, next) => (url === ADDRESS ? { format: 'module', source, shortCircuit: true } : next(url, context)),
  });
}
