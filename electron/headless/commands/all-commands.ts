import { fail, type Result } from '#shared/lib/result.ts';
import { companyCommands } from './companies.ts';
import type { Command, ReadyCommand } from './command.ts';
import { documentsAskedCommand } from './documents-asked.ts';
import { documentsCommand } from './documents.ts';
import { folderCommands } from './folders.ts';
import { heldCommands } from './held.ts';
import { secretCommands } from './secrets.ts';
import { removeCompanyCommand } from './remove-company.ts';
import { sendCommand } from './send.ts';
import { settingsCommands } from './settings.ts';
import { statusCommand } from './status.ts';

export const ALL_COMMANDS: readonly Command[] = [
  ...companyCommands,
  removeCompanyCommand,
  ...folderCommands,
  statusCommand,
  documentsAskedCommand,
  documentsCommand,
  ...heldCommands,
  sendCommand,
  ...settingsCommands,
  ...secretCommands,
];

/** The command that these arguments begin with; the failure is a sentence for the person. */
export function readCommand(args: readonly string[]): Result<ReadyCommand, string> {
  for (const command of ALL_COMMANDS) {
    const words = command.words.split(' ');
    if (!words.every((word, at) => args[at] === word)) continue;
    const ready = command.parse(args.slice(words.length));
    return ready.ok ? ready : fail(`${ready.failure}\nUsage: headless ${command.words} --profile DIR ${command.usage}`);
  }
  return fail(`There is no command "${args.slice(0, 2).join(' ')}". See --help.`);
}
