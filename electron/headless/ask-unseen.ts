import { StringDecoder } from 'node:string_decoder';

/** Bytes that a terminal sends: Enter or end of input (Ctrl-D); Ctrl-C; Backspace and Delete. */
const ENDS = ['\r', '\n', '\u0004'];
const GIVE_UP = '\u0003';
const BACK = ['\b', '\u007f'];

/** Asks the person at the terminal for a secret, without echo. Returns an empty string when they give up (Ctrl-C). */
export function askUnseen(what: string, charactersMax: number): Promise<string> {
  const { stdin, stderr } = process;
  // Before the prompt, so that typed-ahead characters are not echoed either.
  stdin.setRawMode(true);
  // Standard output is for the command's result, and may be a file.
  stderr.write(`${what} (it is not shown), then Enter: `);
  const decoder = new StringDecoder('utf8');
  return new Promise((resolve) => {
    let typed: readonly string[] = [];
    const end = (answer: readonly string[]): void => {
      stdin.off('data', hear);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      resolve(answer.join(''));
    };
    const hear = (bytes: Buffer): void => {
      for (const character of decoder.write(bytes)) {
        if (character === GIVE_UP || typed.length > charactersMax) return end([]);
        if (ENDS.includes(character)) return end(typed);
        typed = BACK.includes(character) ? typed.slice(0, -1) : [...typed, character];
      }
    };
    stdin.on('data', hear);
  });
}
