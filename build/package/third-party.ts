import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGES_FOLDER } from './note-packages.ts';
import type { ShippedLibrary } from './shipped-libraries.ts';

/** A package whose code is in ours, with all texts that its authors require to be passed on. */
export type ThirdParty = {
  /** As in the lock file, such as `node_modules/zod`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** SPDX id. */
  readonly licence: string;
  readonly texts: readonly string[];
};

/** Bundles of the desktop app: main process, preload, its thread, and window. */
const BUNDLES = ['main', 'preload', 'thread', 'client'];
/** Shipped unbundled: files of their own that the bundles load. */
const UNBUNDLED = ['node_modules/keytar', 'node_modules/@emnapi/runtime', 'node_modules/@img/sharp-wasm32'];
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([._-].*)?$/i;
/** Third-party content inside these packages, with its own licence files: fonts, character maps, decoders. */
const INSIDE: Readonly<Record<string, readonly string[]>> = { 'node_modules/pdfjs-dist': ['cmaps', 'standard_fonts', 'wasm'] };
/** Packages that state their licence in package.json, but lack the licence file. */
const UNWRITTEN: Readonly<Record<string, readonly string[]>> = {
  'node_modules/lazy-val': [mit('Vladimir Krivosheev')],
  'node_modules/brotli': [mit('Devon Govett')],
  'node_modules/dfa': [mit('Devon Govett')],
  'node_modules/fontkit': [mit('Devon Govett')],
  'node_modules/@neslinesli93/qpdf-wasm': [isc('the authors of qpdf-wasm, https://github.com/neslinesli93/qpdf-wasm')],
};
/** Packages that have the licence text but do not name it; identified by hand. */
const UNNAMED: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' };
const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** All of them, by name. Throws if one has no licence or no licence text: such a package must not be shipped. */
export function thirdParties(root: string): readonly ThirdParty[] {
  const noted = BUNDLES.flatMap((bundle) =>
    z.array(z.string()).parse(JSON.parse(readFileSync(join(root, PACKAGES_FOLDER, `${bundle}.json`), 'utf8'))),
  );
  return [...new Set([...noted, ...UNBUNDLED])].map((folder) => thirdParty(root, folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Notice = Pick<ThirdParty, 'name' | 'version' | 'licence' | 'texts'> & { readonly about?: readonly string[] };

/** The text that is shipped. Electron's and Chromium's own texts are beside it; electron-builder puts them there. */
export function thirdPartyText(parties: readonly ThirdParty[], libraries: readonly ShippedLibrary[]): string {
  const head = 'Intray contains the software below. Electron and Chromium have files of their own beside this one.\n';
  const printedIn = new Map<string, string>();
  const notices: readonly Notice[] = [...parties, ...libraries.map(noticeOf)];
  const parts = notices.map(({ name, version, licence, about = [], texts }) => {
    const title = `${name} ${version}`;
    const once = texts.map((text) => {
      const before = printedIn.get(text);
      printedIn.set(text, before ?? title);
      return before === undefined ? text : `The text of its licence is the one that is printed above for ${before}.`;
    });
    return `${[RULE, title, licence, ...about].join('\n')}\n\n${once.join('\n\n')}\n`;
  });
  return [head, ...parts].join('\n');
}

function noticeOf({ version, inside, source, credits, ...of }: ShippedLibrary): Notice {
  const about = [`Compiled into ${inside.map(({ file }) => file).join(', ')}. Source: ${source}`, ...credits];
  return { ...of, version: version ?? '(version not known)', about };
}

const RULE = '='.repeat(80);

function thirdParty(root: string, folder: string): ThirdParty {
  const path = join(root, folder);
  const manifest = manifestSchema.safeParse({
    license: UNNAMED[folder],
    ...z.looseObject({}).parse(JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))),
  });
  if (!manifest.success) throw new Error(`${folder} does not say its licence`);
  const own = ['.', ...(INSIDE[folder] ?? [])].flatMap((inside) => licencesIn(join(path, inside)));
  const texts = own.length > 0 ? own : (UNWRITTEN[folder] ?? []);
  if (texts.length === 0) throw new Error(`${folder} has no text of its licence (${manifest.data.license})`);
  const { name, version, license } = manifest.data;
  return { folder, name, version, licence: license, texts };
}

function licencesIn(path: string): readonly string[] {
  const names = existsSync(path) ? readdirSync(path).filter((name) => LICENCE_FILE.test(name)) : [];
  return names.map((name) => readFileSync(join(path, name), 'utf8').trim()).filter((text) => text !== '');
}

function isc(holder: string): string {
  return `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that
the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL
DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;
}

function mit(holder: string): string {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files
(the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge,
publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do
so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE
FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
