import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, runTool } from './run-tool.ts';
import type { Tool } from './tools.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

export type Answers = {
  /** From the disk, or by running the tool; null if only known answers are wanted. */
  of(tool: Tool, content: Content): Promise<Answer | null>;
};

export type Content = {
  readonly sha256: string;
  /** Where the bytes are, or the bytes themselves: those are in a file only while a tool reads them. */
  readonly at: string | (() => Uint8Array);
};

/** What each program said about each content, stored in the corpus folder: a second run starts none of them. */
export function answers(corpus: string, options: { readonly ask: boolean }): Answers {
  const file = join(corpus, 'answers.jsonl');
  const known = new Map<string, Answer>();
  if (existsSync(file)) for (const [key, answer] of entriesOf(readFileSync(file, 'utf8'))) known.set(key, answer);
  return {
    async of(tool, content) {
      const key = `${content.sha256} ${tool.name}`;
      const before = known.get(key);
      if (before !== undefined || !options.ask) return before ?? null;
      const answer = await asked(tool, content);
      known.set(key, answer);
      appendFileSync(file, `${JSON.stringify({ key, answer })}\n`);
      return answer;
    },
  };
}

/** The last line is incomplete if the previous run was ended while writing it. */
function* entriesOf(text: string): Iterable<[string, Answer]> {
  for (const line of text.split('\n')) {
    if (!line.endsWith('}')) continue;
    const { key, answer } = JSON.parse(line) as { readonly key: string; readonly answer: Answer };
    yield [key, answer];
  }
}

async function asked(tool: Tool, { sha256, at }: Content): Promise<Answer> {
  if (typeof at === 'string') return await runTool(tool.command, tool.args(at));
  const folder = scratchFolder('corpus');
  try {
    const place = join(folder, sha256);
    writeFileSync(place, at());
    return await runTool(tool.command, tool.args(place));
  } finally {
    removeFolder(folder);
  }
}
