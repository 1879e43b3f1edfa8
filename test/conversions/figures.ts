/** The value that a share of them does not exceed: 0.5 is the median, 1 the largest. 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** As Markdown; the first row has the heads. */
export function markdownTable([heads = [], ...rows]: readonly (readonly string[])[]): string {
  return [lineOf(heads), lineOf(heads.map(() => '---')), ...rows.map(lineOf)].join('\n');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
}

type Named = { readonly path: string };

/** A line of Markdown for each group, with the names of its files. */
export function namesBy<File>(files: readonly File[], groupOf: (file: File) => string, fileOf: (file: File) => Named): string {
  const lines = [...Map.groupBy(files, groupOf)].map(
    ([group, those]) => `- ${group}: ${those.map((file) => `\`${fileOf(file).path.split('/').at(-1) ?? ''}\``).join(', ')}`,
  );
  return lines.length === 0 ? 'None.' : lines.join('\n');
}
