/* oxlint-disable no-underscore-dangle -- The compiler puts it before the name of each function of C. */
import { confinedModule, type GivenImports, type WasmInstance } from '../confined/confined-module.ts';
import type { ConvertDeps } from '../picture.ts';
import { type HeifLists, type PictureIds, pictureIds } from './picture-ids.ts';

/**
 * The part of libheif's C interface that is used. Numbers are addresses. Each function with `error` writes three numbers there; the first one is 0 if
 * all went well.
 */
type Heif = HeifLists & {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  _heif_context_alloc(): number;
  _heif_context_read_from_memory_without_copy(error: number, context: number, at: number, bytes: number, options: 0): void;
  _heif_context_get_image_handle(error: number, context: number, id: number, handle: number): void;
  _heif_image_handle_get_number_of_thumbnails(handle: number): number;
  _heif_image_handle_get_list_of_thumbnail_IDs(handle: number, ids: number, count: number): number;
  _heif_image_handle_get_thumbnail(error: number, handle: number, id: number, thumbnail: number): void;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_is_premultiplied_alpha(handle: number): number;
  _heif_decoding_options_alloc(): number;
  _heif_decode_image(error: number, handle: number, image: number, space: number, chroma: number, options: number): void;
  /** With room for none, it counts them. */
  _heif_image_get_decoding_warnings(image: number, first: number, to: 0, room: 0): number;
  _heif_image_has_channel(image: number, channel: number): number;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
  _heif_image_get_nclx_color_profile(error: number, image: number, profile: number): void;
  _heif_image_release(image: number): void;
};

/** One channel of a picture. `bits` of one sample; more than 8 are in two bytes, little-endian. */
export type Plane = {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly data: Uint8Array;
};

/** `matrix`: as H.273 numbers them. */
export type ColourCode = { readonly matrix: number; readonly isFullRange: boolean };
export type Planes = {
  /** Brightness and two differences, or red, green and blue, or brightness alone. */
  readonly colours: readonly Plane[];
  readonly isRgb: boolean;
  readonly alpha: Plane | null;
  readonly isPremultiplied: boolean;
  readonly code: ColourCode;
};

/** An open file. Its pictures have ids; both functions throw if one cannot be read. */
export type HeicFile = {
  readonly ids: PictureIds;
  /** In dots, upright. */
  readonly size: (id: number) => { readonly width: number; readonly height: number };
  /** Decodes one, upright. The planes lie in the decoder's own memory, and are valid until `take` returns. Throws if the decoder complains, unless it is to be lenient. */
  readonly decoded: <Made>(id: number, take: (planes: Planes) => Made) => Made;
  /** The same of its thumbnail, which is coded by itself; null if it has none. */
  readonly thumbnail: <Made>(id: number, take: (planes: Planes) => Made) => Made | null;
};

type Decoding = { readonly handle: number; readonly isLenient: boolean };

const UNDEFINED = 99;
const [Y, CB, CR, R, G, B, ALPHA] = [0, 1, 2, 3, 4, 5, 6];
/** Places in libheif's profile: the matrix, and whether the range is full. */
const [MATRIX_AT, RANGE_AT] = [12, 16];
/** Places in libheif's options: their version, and whether what the decoder complains about is an error, which there is since the third version. */
const [VERSION_AT, STRICT_AT, STRICT_SINCE] = [0, 21, 3];
/** What libheif takes for pictures that say nothing. */
const USUAL: ColourCode = { matrix: 6, isFullRange: true };

export function loadHeic() {
  return import('libheif-js/libheif-wasm/libheif.js');
}

/** Opens a file. Throws if there is no picture in it. */
export async function openLibheif(
  bytes: Uint8Array,
  { codec, isLenient = false }: Pick<ConvertDeps, 'codec' | 'isLenient'>,
): Promise<HeicFile> {
  const { default: libheif } = await loadHeic();
  const make = libheif as unknown as (options: object) => Heif | Promise<Heif>;
  const { instantiate } = confinedModule('heic', await codec('heic'));
  const instantiateWasm = (given: GivenImports, done: (instance: WasmInstance) => object): object => done(instantiate({ given }).instance);
  const heif = await make({ instantiateWasm, print: silent, printErr: silent });
  const file = heif._malloc(bytes.byteLength);
  heif.HEAPU8.set(bytes, file);
  const context = heif._heif_context_alloc();
  callForAddress(heif, (error) => heif._heif_context_read_from_memory_without_copy(error, context, file, bytes.byteLength, 0));
  const handle = (id: number): number => callForAddress(heif, (error, to) => heif._heif_context_get_image_handle(error, context, id, to));
  return {
    ids: pictureIds(heif, context),
    size: (id) => sizeOf(heif, handle(id)),
    decoded: (id, take) => decoded(heif, { handle: handle(id), isLenient }, take),
    thumbnail: (id, take) => {
      const small = thumbnailOf(heif, handle(id));
      return small === null ? null : decoded(heif, { handle: small, isLenient }, take);
    },
  };
}

function silent(): void {
  // What the library says of a damaged file is of no use to anybody.
}

/** Calls a function that writes an error, and an address or nothing; returns the address. */
function callForAddress(heif: Heif, call: (error: number, to: number) => void): number {
  const at = heif._malloc(16);
  call(at, at + 12);
  if (heif.HEAPU32[at >> 2] !== 0) throw new RangeError('not decoded');
  return heif.HEAPU32[(at + 12) >> 2] ?? 0;
}

function sizeOf(heif: Heif, handle: number): ReturnType<HeicFile['size']> {
  return { width: heif._heif_image_handle_get_width(handle), height: heif._heif_image_handle_get_height(handle) };
}

function thumbnailOf(heif: Heif, handle: number): number | null {
  if (heif._heif_image_handle_get_number_of_thumbnails(handle) === 0) return null;
  const ids = heif._malloc(4);
  if (heif._heif_image_handle_get_list_of_thumbnail_IDs(handle, ids, 1) !== 1) return null;
  return callForAddress(heif, (error, to) => heif._heif_image_handle_get_thumbnail(error, handle, heif.HEAPU32[ids >> 2] ?? 0, to));
}

/** In the file's own colour space and sampling: nothing of the full size is made of it. */
function decoded<Made>(heif: Heif, { handle, isLenient }: Decoding, take: (planes: Planes) => Made): Made {
  const options = optionsOf(heif, isLenient);
  const image = callForAddress(heif, (error, to) => heif._heif_decode_image(error, handle, to, UNDEFINED, UNDEFINED, options));
  if (!isLenient && heif._heif_image_get_decoding_warnings(image, 0, 0, 0) > 0) throw new RangeError('decoded with a warning');
  const planes = (...channels: number[]): readonly Plane[] =>
    channels.filter((one) => heif._heif_image_has_channel(image, one) !== 0).map((one) => plane(heif, image, one));
  const rgb = planes(R, G, B);
  const [alpha = null] = planes(ALPHA);
  const isPremultiplied = heif._heif_image_handle_is_premultiplied_alpha(handle) !== 0;
  const made = take({
    colours: rgb.length > 0 ? rgb : planes(Y, CB, CR),
    isRgb: rgb.length > 0,
    alpha,
    isPremultiplied,
    code: colourCode(heif, image),
  });
  heif._heif_image_release(image);
  return made;
}

function optionsOf(heif: Heif, isLenient: boolean): number {
  const options = heif._heif_decoding_options_alloc();
  if ((heif.HEAPU8[options + VERSION_AT] ?? 0) < STRICT_SINCE) throw new RangeError('another libheif');
  heif.HEAPU8[options + STRICT_AT] = isLenient ? 0 : 1;
  return options;
}

function plane(heif: Heif, image: number, channel: number): Plane {
  const strideAt = heif._malloc(4);
  const at = heif._heif_image_get_plane_readonly(image, channel, strideAt);
  const stride = heif.HEAPU32[strideAt >> 2] ?? 0;
  const [width, height] = [heif._heif_image_get_width(image, channel), heif._heif_image_get_height(image, channel)];
  const bits = heif._heif_image_get_bits_per_pixel_range(image, channel);
  if (at === 0 || !(width > 0 && height > 0 && bits >= 8 && bits <= 16)) throw new RangeError('not decoded');
  return { width, height, bits, stride, data: heif.HEAPU8.subarray(at, at + stride * height) };
}

/** From the container or, if it says nothing, from the coded picture itself. */
function colourCode(heif: Heif, image: number): ColourCode {
  try {
    const at = callForAddress(heif, (error, to) => heif._heif_image_get_nclx_color_profile(error, image, to));
    return { matrix: heif.HEAPU32[(at + MATRIX_AT) >> 2] ?? 0, isFullRange: heif.HEAPU8[at + RANGE_AT] !== 0 };
  } catch {
    // It has no profile.
    return USUAL;
  }
}
