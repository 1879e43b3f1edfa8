import { fail, ok } from '#shared/lib/result.ts';
import { onWhite } from './on-white.ts';
import { type Colour, type ConvertDeps, type OpenedFile, PIXELS_MAX } from './picture.ts';
import { encodable } from './resample.ts';

/** The part of libheif's own interface that is used. */
type Heif = {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): readonly HeifImage[] };
  heif_js_decode_image2(handle: unknown, space: unknown, chroma: unknown): unknown;
  heif_image_release(image: unknown): void;
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: unknown };
  readonly heif_channel: { readonly heif_channel_interleaved: unknown };
};
type HeifImage = { readonly handle: unknown; get_width(): number; get_height(): number; is_primary(): boolean };
type Plane = { readonly id: unknown; readonly width: number; readonly height: number; readonly stride: number; readonly data: Uint8Array };
type Planes = { readonly code?: unknown; readonly channels?: readonly Plane[]; readonly image?: unknown };

/** Opens the main picture of a HEIC file. libheif itself turns it upright. AVIF has the same container, and is `not-understood`. */
export async function openHeic(bytes: Uint8Array, { codec }: Pick<ConvertDeps, 'codec'>): Promise<OpenedFile> {
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif.js');
  const heif = await loaded(libheif as unknown as (options: object) => Heif | Promise<Heif>, await codec('heic'));
  const images = new heif.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) return fail('not-understood');
  const [width, height] = [image.get_width(), image.get_height()];
  if (!(width > 0) || !(height > 0)) return fail('not-understood');
  if (width * height > PIXELS_MAX) return fail('too-many-pixels');
  return ok({ pages: 1, tool: 'heic', page: () => decoded(heif, image) });
}

function silent(): void {
  // What the library says of a damaged file is of no use to anybody.
}

async function loaded(make: (options: object) => Heif | Promise<Heif>, wasmBinary: Uint8Array): Promise<Heif> {
  return make({ wasmBinary, print: silent, printErr: silent });
}

async function decoded(heif: Heif, image: HeifImage): Promise<Colour> {
  const { heif_colorspace: space, heif_chroma: chroma, heif_channel: channel } = heif;
  const made = (await heif.heif_js_decode_image2(
    image.handle,
    space.heif_colorspace_RGB,
    chroma.heif_chroma_interleaved_RGBA,
  )) as Planes | null;
  const plane = made?.channels?.find(({ id }) => id === channel.heif_channel_interleaved);
  if (plane === undefined || plane.width * plane.height > PIXELS_MAX) throw new RangeError('not decoded');
  const { width, height } = plane;
  // A view into the decoder's own memory: a large picture is made smaller before it is copied.
  const large = { kind: 'colour', width, height, rgba: packed(plane), isGrey: false, resolution: null } as const;
  const small = encodable(large);
  const rgba = onWhite(small === large ? small.rgba.slice() : small.rgba);
  heif.heif_image_release(made?.image);
  return { ...small, rgba };
}

function packed({ width, height, stride, data }: Plane): Uint8Array<ArrayBuffer> {
  if (stride === width * 4) return new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, stride * height);
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) rgba.set(data.subarray(row * stride, row * stride + width * 4), row * width * 4);
  return rgba;
}
