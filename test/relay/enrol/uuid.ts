/** The nth UUID of a made-up family. */
export function uuid(family: number, n: number): string {
  return `${family.toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}
