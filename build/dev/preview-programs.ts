import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * The page that draws a scan has no network, so each of its programs has to be a single plain script, even where all other modules are served
 * one by one. They are built when a preview is opened.
 */
export function previewPrograms(): Plugin {
  return {
    name: 'preview-programs',
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
        if (!pathname.startsWith('/preview/frame/') || !searchParams.has('worker_file')) next();
        else void answerWith(inOneFile(join(server.config.root, pathname)), outgoing);
      });
    },
  };
}

async function answerWith(code: Promise<string>, outgoing: ServerResponse): Promise<void> {
  try {
    outgoing.setHeader('content-type', 'text/javascript').end(await code);
  } catch (error) {
    outgoing.writeHead(500).end(String(error));
  }
}

async function inOneFile(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, target: 'esnext', rolldownOptions: { input, output: { format: 'iife', codeSplitting: false } } },
  });
  const [one] = [built].flat();
  const chunk = one !== undefined && 'output' in one ? one.output[0] : null;
  if (chunk === null) throw new Error('nothing was built');
  return chunk.code;
}
