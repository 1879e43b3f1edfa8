import { z } from 'zod';
import { type Command, command } from './support/command.ts';
import { EXIT } from '../exit-codes.ts';
import { examine } from './support/examine.ts';
import type { DoctorFinding } from './support/finding.ts';
import { table } from './support/table.ts';

export const doctorCommand: Command = command({
  words: 'doctor',
  usage: '',
  summary:
    'looks at all that sending needs (own files, service, relay, clock, each company and folder) and says what to do; 1 if something is broken',
  options: {},
  schema: z.object({ paths: z.array(z.string()).max(0, 'nothing else is expected') }),
  needs: () => 'looked',
  run: async (_, call) => {
    const findings = await examine(call.client, call.host);
    call.answer(findings, table(findings.flatMap(linesOf)));
    return findings.some(({ verdict }) => verdict === 'bad') ? EXIT.no : EXIT.done;
  },
});

function linesOf({ verdict, what, detail, remedy }: DoctorFinding): readonly (readonly string[])[] {
  return [[verdict, `${what}: ${detail}`], ...(remedy === '' ? [] : [['', `  → ${remedy}`]])];
}
