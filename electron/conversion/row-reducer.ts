/** `channels`: bytes of one dot. */
export type Reduction = { readonly from: Extent; readonly to: Extent; readonly channels: number };
type Extent = { readonly width: number; readonly height: number };

/** Gets one row after the other, and tells each row of the smaller picture as soon as it is known: only two rows are held. */
export class RowReducer {
  readonly #of: Reduction;
  readonly #done: (row: number, averages: Float64Array) => void;
  readonly #narrow: Float64Array;
  readonly #sums: Float64Array;
  #read = 0;
  #made = 0;

  /** `averages` are valid until `done` returns. */
  constructor(of: Reduction, done: (row: number, averages: Float64Array) => void) {
    this.#of = of;
    this.#done = done;
    this.#narrow = new Float64Array(of.to.width * of.channels);
    this.#sums = new Float64Array(of.to.width * of.channels);
  }

  /** Each new dot is the average of the area that it covers. */
  add(row: Uint8Array): void {
    const { from, to, channels } = this.#of;
    const step = from.height / to.height;
    const y = this.#read;
    this.#read += 1;
    narrowed(row, this.#narrow, { from: from.width, to: to.width, channels });
    while (this.#made < to.height) {
      const [top, bottom] = [this.#made * step, Math.min((this.#made + 1) * step, from.height)];
      const share = (Math.min(y + 1, bottom) - Math.max(y, top)) / (bottom - top);
      if (share <= 0) return;
      for (let at = 0; at < this.#sums.length; at += 1) this.#sums[at] = (this.#sums[at] as number) + (this.#narrow[at] as number) * share;
      if (y + 1 < bottom) return;
      this.#done(this.#made, this.#sums);
      this.#sums.fill(0);
      this.#made += 1;
    }
  }
}

function narrowed(source: Uint8Array, into: Float64Array, { from, to, channels }: { from: number; to: number; channels: number }): void {
  const step = from / to;
  for (let column = 0; column < to; column += 1) {
    const [left, right] = [column * step, Math.min((column + 1) * step, from)];
    for (let channel = 0; channel < channels; channel += 1) {
      let sum = 0;
      for (let x = Math.floor(left); x < right; x += 1) {
        sum += (source[x * channels + channel] as number) * (Math.min(x + 1, right) - Math.max(x, left));
      }
      into[column * channels + channel] = sum / (right - left);
    }
  }
}
