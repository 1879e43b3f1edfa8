import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TOOLS } from '#electron/conversion/tools.ts';

it('names the versions that are installed', () => {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  const installed = (JSON.parse(text) as { readonly devDependencies: Readonly<Record<string, string>> }).devDependencies;
  for (const tool of Object.values(TOOLS)) expect([tool.package, installed[tool.package]]).toEqual([tool.package, tool.version]);
});
