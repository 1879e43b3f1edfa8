import { parseArgs } from 'node:util';
import { endWithNpm } from '#shared/node/end-with-npm.ts';
import { serve } from '#shared/node/serve.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { cutting } from './faults/cut.ts';
import { type SwitchesPatch, switchesPatchSchema } from './switches/switches-schema.ts';
import { realWorld } from './world.ts';

const USAGE = 'sandbox [--port N] [--data FILE] [--webhook-url URL] [--switches JSON]';

await main();

/** Serves the sandbox on loopback until it is told to stop. Prints one JSON line when it is ready; logs go to stderr. */
async function main(): Promise<void> {
  // Credentials and signing keys lie in the data file.
  process.umask(0o077);
  endWithNpm();
  const wanted = argumentsOf();
  const world = realWorld();
  // The origin is known once there is a port, and no client knows the port before the ready line.
  let sandbox: Sandbox | null = null;
  const served = await serve(
    cutting(async (request) => sandbox?.fetch(request) ?? new Response(null, { status: 503 })),
    { port: wanted.port, host: '127.0.0.1', drainMs: 1_000 },
  );
  const opened = createSandbox(world, {
    dataFile: wanted.dataFile,
    switches: wanted.switches,
    origin: `http://127.0.0.1:${served.port}`,
    consoleFile: world.consoleFile,
  });
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

function argumentsOf(): { readonly port: number; readonly dataFile: string; readonly switches: SwitchesPatch } {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string', default: ':memory:' },
      'webhook-url': { type: 'string' },
      switches: { type: 'string', default: '{}' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(USAGE);
  const switches = switchesPatchSchema.parse(JSON.parse(values.switches));
  const webhookUrl = values['webhook-url'];
  return { port, dataFile: values.data, switches: webhookUrl === undefined ? switches : { ...switches, webhookUrl } };
}
