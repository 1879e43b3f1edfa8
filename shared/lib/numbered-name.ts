/** `scan.pdf`, `scan (2).pdf`, … of a name or of a path with `/` between its parts. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const from = name.lastIndexOf('/') + 1;
  const dot = name.lastIndexOf('.');
  // A name that begins with its only dot has no ending.
  const end = dot > from ? dot : name.length;
  return `${name.slice(0, end)} (${number})${name.slice(end)}`;
}
