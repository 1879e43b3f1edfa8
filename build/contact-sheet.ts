import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes one page with all pictures of a folder, the variants of a state side by side, for looking through in a browser. Returns its path. */
export function contactSheet(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
  const states = Map.groupBy(names, (name) => name.replace(/-(en|fr)-(light|dark)-\d+\.png$/, ''));
  const rows = [...states].map(
    ([state, files]) =>
      `<h2>${state.replaceAll('-', ' ')}</h2><div>${files.map((file) => `<a href="${file}"><img loading="lazy" alt="${file}" src="${file}"></a>`).join('')}</div>`,
  );
  const path = join(folder, 'index.html');
  writeFileSync(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Intray: every state</title>
<style>body{font:15px system-ui;margin:24px;color-scheme:light dark}div{display:flex;flex-wrap:wrap;gap:12px}img{width:380px;border:1px solid #8884}</style>
<h1>Every state of the window</h1>${rows.join('\n')}</html>`,
  );
  return path;
}
