/** The number nearest to `value` that is neither below `least` nor above `most`. */
export function within(value: number, { least, most }: { readonly least: number; readonly most: number }): number {
  return Math.min(Math.max(value, least), most);
}
