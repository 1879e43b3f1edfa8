import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { notePackages } from './build/package/note-packages.ts';

/** Started beside the engine, when a register is drawn. */
const PAGES_THREAD = at('electron/register/pages-thread.ts');
/** Started beside the engine, when a file is to be read. What it needs lies in parts of its own: it loads no more. */
const FILE_PROCESS = at('electron/file-process/main.ts');

/** `vite build --app` builds the window, the sandbox's console, the two programs of Electron and the headless host; `vite build` the window alone. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [react(), consolePage(), notePackages(import.meta.dirname)],
  environments: {
    client: {
      build: {
        outDir: at('dist/window'),
        emptyOutDir: true,
        target: 'chrome150',
        modulePreload: { polyfill: false },
        // The window is loaded from this very computer, and everything as a file: its policy knows no data: script or font.
        assetsInlineLimit: 0,
        // One sheet of styles for all pages: split, which of two rules is the last would hang on the page that was opened first.
        cssCodeSplit: false,
        chunkSizeWarningLimit: 1_200,
      },
    },
    console: consoleBuild(),
    main: nodeBuild({ main: at('electron/main.ts'), 'file-process': FILE_PROCESS }, at('dist/main'), 'es'),
    preload: nodeBuild(at('electron/preload.ts'), at('dist/preload'), 'cjs'),
    // By itself and as CommonJS: a thread that begins with such a file of its archive is what Electron's own tests start.
    thread: nodeBuild({ 'pages-thread': PAGES_THREAD }, at('dist/thread'), 'cjs', true),
    headless: nodeBuild(
      { main: at('electron/headless/main.ts'), 'pages-thread': PAGES_THREAD, 'file-process': FILE_PROCESS },
      at('dist/headless'),
      'es',
    ),
  },
  builder: {
    sharedConfigBuild: true,
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr' && entryIsThere(environment.name)) await builder.build(environment);
      }
    },
  },
});

/** The sandbox's console: few files under fixed names, so that the sandbox serves a closed list of them. */
function consoleBuild(): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: at('dist/console'),
      emptyOutDir: true,
      // The first ones with light-dark() in style sheets: a person opens it in a browser of their own.
      target: ['chrome123', 'firefox121', 'safari17.5'],
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 1_200,
      rolldownOptions: {
        input: at('sandbox/console/page/main.tsx'),
        output: { entryFileNames: 'console.js', assetFileNames: 'console[extname]', codeSplitting: false },
      },
    },
  };
}

/** Its page is written out as it is: Vite would put a page from outside of its root under another name. */
function consolePage(): Plugin {
  return {
    name: 'console-page',
    applyToEnvironment: ({ name }) => name === 'console',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'index.html', source: readFileSync(at('sandbox/console/page/index.html')) });
    },
  };
}

/** `keytar` is a native module, so it stays outside and is unpacked by the packaging. A sandboxed preload has to be one CommonJS file. */
function nodeBuild(input: string | Record<string, string>, outDir: string, format: 'es' | 'cjs', minify = false): EnvironmentOptions {
  const outside = ['electron', 'keytar'];
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: outside, conditions: ['node', 'import', 'default'] },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'node24',
      // What logs name is told by its lines; the thread is made of others' code, and what fails there has no words.
      minify,
      sourcemap: true,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        external: [...outside, /^electron\//, /^node:/, ...builtinModules],
        platform: 'node',
        output: {
          format,
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          codeSplitting: format !== 'cjs',
          // Licences stay; what explains the source is in the source.
          comments: { legal: true, annotation: true, jsdoc: false },
        },
      },
    },
  };
}

function at(path: string): string {
  return `${import.meta.dirname}/${path}`;
}

function entryIsThere(environment: string): boolean {
  return environment !== 'main' || existsSync(at('electron/main.ts'));
}
