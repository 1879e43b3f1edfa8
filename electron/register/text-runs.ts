/** Letters of scripts that are written from right to left, with their combining marks. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const NUMBER = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/uy;
const LETTERS = /[\p{L}\p{M}]+/uy;
const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«', '<': '>', '>': '<' };

type Token = { readonly kind: 'right' | 'left' | 'number' | 'other'; readonly text: string };

/**
 * A line in pieces, in their order on paper from left to right. Each is drawn by itself, since a font's shaper reverses all that it is
 * given. The line is read from the left, like everything in a register; within it, words written from right to left keep their own order,
 * and numbers theirs (the Unicode algorithm for lines of one level, without its marks, which no name here keeps).
 */
export function textRuns(line: string): readonly string[] {
  if (!RIGHT_TO_LEFT.test(line)) return [line];
  const tokens = tokensOf(line);
  const runs: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = endOfStretch(tokens, at);
    if (end === at) runs.push(tokens[at]?.text ?? '');
    else runs.push(...tokens.slice(at, end).toReversed().flatMap(turned));
    at = Math.max(end, at + 1);
  }
  return runs;
}

function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < line.length; ) {
    const number = matchAt(NUMBER, line, at);
    const letters = number ?? matchAt(LETTERS, line, at);
    const text = letters ?? String.fromCodePoint(line.codePointAt(at) ?? 0);
    const kind = number !== null ? 'number' : letters === null ? 'other' : RIGHT_TO_LEFT.test(text) ? 'right' : 'left';
    tokens.push({ kind, text });
    at += text.length;
  }
  return tokens;
}

function matchAt(pattern: RegExp, line: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? null;
}

/** The end of the part that is written from right to left: signs and numbers between such words belong to it, and so do numbers after them. */
function endOfStretch(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.kind !== 'right') return from;
  let end = from + 1;
  for (let at = end; at < tokens.length && tokens[at]?.kind !== 'left'; at += 1) {
    if (tokens[at]?.kind !== 'other') end = at + 1;
  }
  return end;
}

/** A shaper would also reverse the digits of such a script, which are read from the left. */
function turned({ kind, text }: Token): readonly string[] {
  if (kind === 'number') return Array.from(text);
  return [kind === 'other' ? (MIRRORED[text] ?? text) : text];
}
