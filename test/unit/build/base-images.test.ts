import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';

const files = readdirSync('build', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('Containerfile'));
const fromsOf = (file: string): readonly string[] =>
  [...projectText(join('build', file)).matchAll(/^FROM (?:--\S+ )*(\S+)/gm)].map(([, image = '']) => image);
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly devDependencies: { readonly node: string } };

describe('the images', () => {
  it.each(files)('are made of one base, named by its digest, with the very Node of the project: %s', (file) => {
    const froms = fromsOf(file);
    expect(froms.length).toBeGreaterThan(0);
    for (const from of froms) expect(from).toMatch(/^docker\.io\/library\/node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
    expect(new Set(froms).size).toBe(1);
    expect(froms[0]).toContain(`:${devDependencies.node}-`);
  });

  it('are two, made of the same base', () => {
    expect(files.length).toBe(2);
    expect(new Set(files.flatMap(fromsOf)).size).toBe(1);
  });

  it('fetch nothing else that is not in the lock file', () => {
    const lines = files.map((file) => projectText(join('build', file))).join('\n');
    expect(lines).not.toMatch(/^ADD |\b(?:curl|wget|apt-get|apk)\b|npm install|COPY --from=[^ ]*[/:@]/m);
  });
});
