import { z } from 'zod';
import { type Command, command } from './command.ts';
import { EXIT } from '../exit-codes.ts';
import { examine, type Finding } from './examine.ts';
import { table } from './table.ts';

export const doctorCommand: Command = command({
  words: 'doctor',
  usage: '[--json]',
  summary:
    'looks at all that sending needs (own files, service, relay, clock, each company and folder) and says what to do; 1 if something is broken',
  options: { json: { type: 'boolean' } },
  schema: z.object({ json: z.boolean().default(false), paths: z.array(z.string()).max(0, 'nothing else is expected') }),
  run: async (input, call) => {
    const findings = await examine(call.client);
    if (input.json) call.print(JSON.stringify(findings, null, 2));
    else for (const line of table(findings.flatMap(linesOf))) call.print(line);
    return findings.some(({ verdict }) => verdict === 'bad') ? EXIT.no : EXIT.done;
  },
});

function linesOf({ verdict, what, detail, remedy }: Finding): readonly (readonly string[])[] {
  return [[verdict, `${what}: ${detail}`], ...(remedy === '' ? [] : [['', `  → ${remedy}`]])];
}
