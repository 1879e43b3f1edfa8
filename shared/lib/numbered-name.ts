/** Numbers a name, or a path with `/` between its parts: `scan.pdf`, `scan (2).pdf`, … */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const from = name.lastIndexOf('/') + 1;
  const dot = name.lastIndexOf('.');
  // A name whose only dot is its first character has no ending.
  const end = dot > from ? dot : name.length;
  return `${name.slice(0, end)} (${number})${name.slice(end)}`;
}
