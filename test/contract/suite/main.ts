import { writeFileSync } from 'node:fs';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { type Outcome, preflight, runSuite } from './run-suite.ts';
import { type Command, readCommand, type Secrets, USAGE } from './read-command.ts';
import { junit, table } from './report/junit.ts';

process.exitCode = await main(process.argv.slice(2));

/** Exit codes: 0: all cases passed or were skipped; 1: a case failed; 2: the suite could not be run. */
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
    // No case is at fault: the control API failed during the run, or the report cannot be written.
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

/** Reports a failure at once; the table at the end repeats it, where people look for it. */
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
    // Two lines are expected; more input is not the secrets.
    if (text.length > 8_192) break;
  }
  const [clientSecret, integrationSecret] = text.split(/\r?\n/);
  return { clientSecret, integrationSecret };
}
