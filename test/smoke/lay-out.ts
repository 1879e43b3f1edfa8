import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { build } from 'vite';

export type LaidOut = {
  /** The smoke program as a folder. */
  readonly folder: string;
  /** The same as it is released: one archive, in this folder of resources. */
  readonly resources: string;
};

/** What the smoke program takes from the built app, under the same paths. */
const TAKEN = ['dist/main', 'dist/preload', 'dist/thread', 'dist/window', 'build/fonts', 'build/icons/tray', 'node_modules/keytar'];
/** As in electron-builder.yml: what has to be a real file. */
const UNPACKED = '{**/*.node,**/build/fonts/**}';

/** Why there is nothing to lay out; null if there is. */
export function notBuilt(): string | null {
  return existsSync('dist/main/file-process.js') && existsSync('dist/window/index.html') ? null : 'nothing is built: npm run build';
}

/** Lays out the smoke program, with what it takes from the built app, as a folder and as an archive. */
export async function layOut(into: string): Promise<LaidOut> {
  const [folder, resources] = [join(into, 'app'), join(into, 'resources')];
  rmSync(into, { recursive: true, force: true });
  mkdirSync(resources, { recursive: true });
  for (const path of TAKEN) cpSync(path, join(folder, path), { recursive: true, dereference: true });
  const manifest = { name: 'intray-smoke', version: '0.0.1', type: 'module', main: 'dist/smoke/main.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await bundle('main', join(folder, 'dist', 'smoke'));
  await createPackageWithOptions(folder, join(resources, 'app.asar'), { unpack: UNPACKED });
  return { folder, resources };
}

/** As vite.config.ts bundles the app: everything except Electron and the keychain's module. */
export async function bundle(entry: 'main' | 'update', outDir: string): Promise<void> {
  const outside = ['electron', 'keytar'];
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    ssr: { noExternal: true, external: outside, resolve: { conditions: ['node', 'import', 'default'] } },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: true,
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: { [entry]: join(import.meta.dirname, 'app', `${entry}.ts`) },
        external: [...outside, /^electron\//, /^node:/, ...builtinModules],
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
}

/** On Windows a program that has just ended, or a virus scanner, may hold a file open. What then stays does not change the result. */
export function removeLater(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  } catch {
    // It is in a temporary folder.
  }
}
