import { fail, type Result } from '#shared/lib/result.ts';
import { addCommand } from './add.ts';
import { browserCommands, computerCommands } from './computers.ts';
import { companyCommands, removeCompanyCommand } from './companies.ts';
import type { Command, ReadyCommand } from './support/command.ts';
import { doctorCommand } from './doctor.ts';
import {
  documentsAskedCommand,
  documentsIsCommand,
  documentsNoteCommand,
  sendAllTheSameCommand,
  sentBeforeCommand,
  takeUnprovenCommand,
} from './documents/documents-answers.ts';
import { convertCommand } from './documents/documents-convert.ts';
import { documentsEntriesCommand } from './documents/documents-entries.ts';
import { joinCommands } from './documents/documents-join.ts';
import { documentsCommand, documentsExpectedCommand, documentsProofCommand, documentsRegisterCommand } from './documents/documents.ts';
import { ignoreCommand, resolveCommands } from './documents/documents-ignore.ts';
import { entriesCommands } from './entries.ts';
import { entriesSendCommand } from './entries-send.ts';
import { heldCommands, ignoreMisplacedCommand, takeMisplacedCommand } from './held.ts';
import { fetchCommand, sendAsItIsCommand, sendCommand } from './send.ts';
import { folderCommands } from './folders.ts';
import { invitationCommand } from './invitation.ts';
import { configureCommand, secretCommands, settingsCommands } from './configure.ts';
import { statusCommand } from './status.ts';

export const ALL_COMMANDS: readonly Command[] = [
  ...companyCommands,
  removeCompanyCommand,
  ...computerCommands,
  ...folderCommands,
  takeMisplacedCommand,
  ignoreMisplacedCommand,
  fetchCommand,
  statusCommand,
  doctorCommand,
  documentsAskedCommand,
  documentsIsCommand,
  documentsNoteCommand,
  ...resolveCommands,
  ignoreCommand,
  sendAllTheSameCommand,
  sentBeforeCommand,
  convertCommand,
  ...joinCommands,
  takeUnprovenCommand,
  documentsRegisterCommand,
  documentsProofCommand,
  documentsEntriesCommand,
  documentsExpectedCommand,
  documentsCommand,
  ...heldCommands,
  addCommand,
  ...entriesCommands,
  entriesSendCommand,
  sendCommand,
  sendAsItIsCommand,
  configureCommand,
  invitationCommand,
  ...settingsCommands,
  ...secretCommands,
  ...browserCommands,
];

/** The command that these arguments begin with. The failure is a sentence for the user, who called the program as `program`. */
export function readCommand(args: readonly string[], program = 'intray'): Result<ReadyCommand, string> {
  for (const command of ALL_COMMANDS) {
    const words = command.words.split(' ');
    if (!begins(args, words)) continue;
    const ready = command.parse(args.slice(words.length));
    return ready.ok ? ready : fail(`${ready.failure}\nUsage: ${program} ${command.words} ${command.usage}`.trimEnd());
  }
  const typed = plainWords(args).slice(0, 2);
  const meant = commandsNear(typed).map(({ words }) => `  ${words}`);
  const there = meant.length === 0 ? '' : ` These are near:\n${meant.join('\n')}\n`;
  return fail(`There is no command "${typed.join(' ')}".${there === '' ? ' ' : there}See --help.`);
}

/** The commands named by the words before the first option: all of a group, one command (further words are ignored), or all commands. */
export function commandsNamed(args: readonly string[]): readonly Command[] {
  const typed = plainWords(args);
  const group = ALL_COMMANDS.filter(({ words }) => begins(words.split(' '), typed));
  if (group.length > 0) return group;
  const [longest] = ALL_COMMANDS.filter(({ words }) => begins(typed, words.split(' '))).toSorted(
    (one, other) => other.words.length - one.words.length,
  );
  return longest === undefined ? ALL_COMMANDS : [longest];
}

/** Letters that have to agree, so that "company" suggests "companies". */
const ALIKE = 4;

function commandsNear([first = '']: readonly string[]): readonly Command[] {
  const start = first.slice(0, ALIKE);
  return start === '' ? [] : ALL_COMMANDS.filter(({ words }) => words.startsWith(start));
}

function begins(whole: readonly string[], start: readonly string[]): boolean {
  return start.every((word, at) => whole[at] === word);
}

function plainWords(args: readonly string[]): readonly string[] {
  const option = args.findIndex((word) => word.startsWith('-'));
  return option === -1 ? args : args.slice(0, option);
}
