import { writeFileSync } from 'node:fs';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { preflight } from './preflight.ts';
import { type Command, readCommand, type Secrets, USAGE } from './read-command.ts';
import { junit } from './report/junit.ts';
import { table } from './report/table.ts';
import { type Outcome, runSuite } from './run-suite.ts';

process.exitCode = await main(process.argv.slice(2));

/** The exit code: 0 all passed or skipped, 1 a case failed, 2 it could not be run. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const command = readCommand(args, args.includes('--secrets-on-stdin') ? await secretsOnStdin() : secretsInEnvironment());
  if (!command.ok) {
    process.stderr.write(`${command.failure}\n\n${USAGE}`);
    return 2;
  }
  return run(command.value);
}

async function run(command: Command): Promise<number> {
  const http = undiciHttp();
  try {
    const obstacle = await preflight(command.target, http);
    if (obstacle !== null) {
      process.stderr.write(`the suite could not be run: ${obstacle}\n`);
      return 2;
    }
    const outcomes = await runSuite(command.target, { http, sections: command.sections, ran: progress });
    report(command, outcomes);
    return outcomes.some(({ verdict }) => verdict.kind === 'failed') ? 1 : 0;
  } catch (error) {
    // No case is to blame: the control API failed on the way, or the report cannot be written.
    process.stderr.write(`the suite could not be run: ${error instanceof Error ? error.message : 'for no known reason'}\n`);
    return 2;
  } finally {
    await http.close();
  }
}

function report(command: Command, outcomes: readonly Outcome[]): void {
  if (command.junitFile !== null) writeFileSync(command.junitFile, junit(outcomes));
  process.stdout.write(command.output === 'json' ? `${JSON.stringify(outcomes)}\n` : table(outcomes));
}

/** A failure at once; the table repeats it at the end, where it is looked for. */
function progress({ of, verdict }: Outcome): void {
  if (verdict.kind === 'failed') process.stderr.write(`failed ${of.id}\n`);
}

function secretsInEnvironment(): Secrets {
  return { clientSecret: process.env['CONTRACT_CLIENT_SECRET'], integrationSecret: process.env['CONTRACT_INTEGRATION_SECRET'] };
}

async function secretsOnStdin(): Promise<Secrets> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const part of process.stdin as AsyncIterable<string>) {
    text += part;
    // Two lines; whoever sends more sends something else.
    if (text.length > 8_192) break;
  }
  const [clientSecret, integrationSecret] = text.split(/\r?\n/);
  return { clientSecret, integrationSecret };
}
