import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';
import { firstWords } from './build/first-words.ts';
import { chunkFileNames, leanPrograms, scriptsOf } from './build/lean-programs.ts';
import { vipsFiles } from './build/vips-files.ts';
import { wasmFiles } from './build/wasm-files.ts';
import { withoutHeic } from './build/without-heic.ts';
import { notePackages } from './build/package/note-packages.ts';
import { schemasApart } from './build/schemas-apart.ts';

/** Thread that the engine starts to draw a register. */
const PAGES_THREAD = at('electron/register/pages-thread.ts');
/** Process that the engine starts to read files. It is an entry of its own, so it loads only the chunks that it needs. */
const FILE_PROCESS = at('electron/file-process/main.ts');
/** Process that the engine starts to convert files. */
const CONVERSION_PROCESS = at('electron/conversion/process/main.ts');

/** Program of the threads of libvips, which the process that converts starts. */
const VIPS_THREAD = at('electron/conversion/vips/thread.ts');

/** `vite build --app` builds the window, the sandbox's console, the programs of Electron and the headless host; `vite build` only the window. */
export default defineConfig({
  root: at('renderer'),
  base: './',
  plugins: [
    react(),
    consolePage(),
    notePackages(import.meta.dirname),
    withoutHeic(),
    vipsFiles(),
    wasmFiles(),
    schemasApart(),
    firstWords(import.meta.dirname),
    leanPrograms(),
  ],
  environments: {
    client: {
      build: {
        outDir: at('dist/window'),
        emptyOutDir: true,
        target: 'chrome150',
        modulePreload: { polyfill: false },
        // The window is loaded from this same computer, with everything as a file: its policy allows no data: URL for scripts or fonts.
        assetsInlineLimit: 0,
        // One style sheet for all pages: if it were split, the order of rules would depend on which page was opened first.
        cssCodeSplit: false,
        chunkSizeWarningLimit: 1_200,
      },
    },
    console: consoleBuild(),
    main: nodeBuild(
      { main: at('electron/main.ts'), 'file-process': FILE_PROCESS, 'conversion-process': CONVERSION_PROCESS, 'vips-thread': VIPS_THREAD },
      at('dist/main'),
      'es',
    ),
    preload: nodeBuild(at('electron/preload.ts'), at('dist/preload'), 'cjs'),
    // A separate build, as CommonJS: Electron's own tests cover threads that start from such a file inside the archive.
    thread: nodeBuild({ 'pages-thread': PAGES_THREAD }, at('dist/thread'), 'cjs', true),
    headless: nodeBuild(
      {
        main: at('electron/headless/main.ts'),
        'pages-thread': PAGES_THREAD,
        'file-process': FILE_PROCESS,
        'conversion-process': CONVERSION_PROCESS,
        'vips-thread': VIPS_THREAD,
      },
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

/** The sandbox's console: few files with fixed names, because the sandbox serves only a fixed list of files. */
function consoleBuild(): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: at('dist/console'),
      emptyOutDir: true,
      // The first versions with light-dark() in style sheets: a user opens it in their own browser.
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

/** Copies the console's page unchanged: Vite would rename a page from outside its root. */
function consolePage(): Plugin {
  return {
    name: 'console-page',
    applyToEnvironment: ({ name }) => name === 'console',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'index.html', source: readFileSync(at('sandbox/console/page/index.html')) });
    },
  };
}

/** `keytar` is a native module, so it stays external and is unpacked by the packaging. A sandboxed preload must be a single CommonJS file. */
function nodeBuild(input: string | Record<string, string>, outDir: string, format: 'es' | 'cjs', minify = false): EnvironmentOptions {
  const outside = ['electron', 'keytar'];
  const [first, ...others] = typeof input === 'string' ? [] : Object.values(input);
  const isSplit = format === 'es' && first !== undefined;
  const scripts = isSplit ? { codeSplitting: scriptsOf([first, ...others]), chunkFileNames } : { codeSplitting: format !== 'cjs' };
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: outside, conditions: ['node', 'import', 'default'] },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'node24',
      // Logs refer to lines of the code, so it is not minified. The thread is third-party code, whose failures are reported without text.
      minify,
      sourcemap: true,
      copyPublicDir: false,
      // For the codecs that are compiled to WebAssembly (build/wasm-files.ts); by default a server's build leaves files out.
      emitAssets: true,
      rolldownOptions: {
        input,
        external: [...outside, /^electron\//, /^node:/, ...builtinModules],
        platform: 'node',
        output: {
          format,
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          ...scripts,
          // Licences stay; comments on the source stay in the source.
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
