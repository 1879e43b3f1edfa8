import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';
import type { ASSET_FOLDERS } from './frame-messages.ts';

type AssetFolder = (typeof ASSET_FOLDERS)[number];
type Addresses = Readonly<Record<string, string>>;

/** A fixed list, made by the build: no name that a document requests becomes part of an address. */
const FONTS: Addresses = import.meta.glob('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
});
const TABLES: Addresses = import.meta.glob('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
});
const DECODERS: Addresses = import.meta.glob('../../node_modules/pdfjs-dist/wasm/{openjpeg,jbig2}.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});
/** It stays a file of its own, also because its licence wants it to be replaceable. */
const HEIF: Addresses = IS_HEIC_BUILT_IN
  ? import.meta.glob('../../node_modules/libheif-js/libheif-wasm/libheif.wasm', { query: '?url', import: 'default', eager: true })
  : {};
const ADDRESSES: Readonly<Record<AssetFolder, ReadonlyMap<string, string>>> = {
  standardFontDataUrl: byName(FONTS),
  cMapUrl: byName(TABLES),
  wasmUrl: byName(DECODERS),
  heif: byName(HEIF),
};

/** The bytes of one of the files that belong to the frame's programs; null for any other name. */
export async function frameAsset(folder: AssetFolder, name: string): Promise<ArrayBuffer | null> {
  const address = ADDRESSES[folder].get(name);
  if (address === undefined) return null;
  const answer = await fetch(address).catch(() => null);
  return answer?.ok === true ? answer.arrayBuffer() : null;
}

function byName(addresses: Addresses): ReadonlyMap<string, string> {
  return new Map(Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]));
}
