import { PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { endWithNpm } from '#shared/node/end-with-npm.ts';
import { serve } from '#shared/node/http/serve.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { cutting } from './faults/broken-answer.ts';
import { type Arguments, HELP, readArguments } from './read-arguments.ts';
import { realWorld } from './world.ts';

await main(readArguments(process.argv.slice(2)));

/** Exit codes: 0: it was told to stop; 2: the request cannot be fulfilled. */
async function main(asked: ReturnType<typeof readArguments>): Promise<void> {
  if (!asked.ok) return refuse(asked.failure);
  if (asked.value === 'help') return void process.stdout.write(HELP);
  return serveIt(asked.value);
}

/** Serves the sandbox on loopback until it is told to stop. Prints one JSON line when it is ready; logs go to stderr. */
async function serveIt(wanted: Arguments): Promise<void> {
  // The data file contains credentials and signing keys.
  process.umask(0o077);
  endWithNpm();
  const world = realWorld();
  // The origin is known once there is a port, and no client knows the port before the ready line.
  let sandbox: Sandbox | null = null;
  const answer = cutting(async (request) => sandbox?.fetch(request) ?? new Response(null, { status: 503 }));
  const served = await orCode(serve(answer, { port: wanted.port, host: '127.0.0.1', drainMs: 1_000, problemType: PROBLEM_TYPE }));
  if (typeof served === 'string') {
    await world.close();
    return refuse(`--port ${wanted.port} cannot be listened on (${served}): another program may have it.`);
  }
  const { dataFile, switches } = wanted;
  const opened = openedOr(() =>
    createSandbox(world, { dataFile, switches, origin: `http://127.0.0.1:${served.port}`, consoleFile: world.consoleFile }),
  );
  if (typeof opened === 'string') {
    await Promise.all([served.close(), world.close()]);
    return refuse(
      `--data ${dataFile} cannot be opened (${opened}): it has to be a file of the sandbox's, or a new one in a folder that is there.`,
    );
  }
  sandbox = opened;
  opened.start();
  const stop = (): void => {
    void served
      .close()
      .then(() => opened.close())
      .then(() => world.close());
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  console.log(JSON.stringify({ ready: 'sandbox', ...opened.addresses, ...opened.credentials }));
}

/** One sentence for the user about a request that cannot be fulfilled. */
function refuse(sentence: string): void {
  console.error(`${sentence}\nSee --help.`);
  process.exitCode = 2;
}

/** Returns the system's error code if the promise rejects. */
async function orCode<T>(promise: Promise<T>): Promise<T | string> {
  try {
    return await promise;
  } catch (error) {
    return codeOf(error);
  }
}

/** The data file's folder may not exist, or the file may be somebody else's, or not a database. */
function openedOr(open: () => Sandbox): Sandbox | string {
  try {
    return open();
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}
