import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { projectText } from '#test/support/project-text.ts';

export type Image = {
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly healthCheck: readonly string[];
  readonly volume: string;
  readonly workdir: string;
};

const DEFINITION = 'build/relay/Containerfile';
const words = z.array(z.string());

/** What the last stage of the relay's container definition contains. */
export function imageDefined(): Image {
  const last = lastStage();
  const line = (pattern: RegExp): string => pattern.exec(last)?.[1] ?? '';
  return {
    env: Object.fromEntries(
      line(/^ENV (.+)$/m)
        .split(' ')
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    user: line(/^USER (\S+)$/m),
    entrypoint: words.parse(JSON.parse(line(/^ENTRYPOINT (.+)$/m))),
    healthCheck: words.parse(JSON.parse(line(/^HEALTHCHECK .*\\\n\s+CMD (.+)$/m))),
    volume: line(/^VOLUME (\S+)$/m),
    workdir: line(/^WORKDIR (\S+)$/m),
  };
}

/** Copies to a folder exactly what the last stage copies, to the same places; of the packages those that `--omit=dev` keeps. */
export function layOut(to: string): void {
  for (const [, from, source = ''] of lastStage().matchAll(/^COPY (?:(--from=packages) \/app\/)?(\S+) \S+$/gm)) {
    for (const path of from === undefined ? [source] : productionPackages()) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      // Each package has its own folder; packages nested in it are entries of their own.
      cpSync(path, join(to, path), { recursive: true, dereference: true, filter: (file) => from === undefined || !nested(path, file) });
    }
  }
}

function nested(path: string, file: string): boolean {
  return file.startsWith(`${path}/node_modules/`);
}

function lastStage(): string {
  const definition = projectText(DEFINITION);
  return definition.slice(definition.lastIndexOf('\nFROM '));
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), optional: z.boolean().optional() })),
});

function productionPackages(): readonly string[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  return Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev !== true && packages[path]?.optional !== true);
}
