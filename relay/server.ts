import { parseArgs } from 'node:util';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { joinUrl } from '#shared/contract/routes.ts';
import { endWithNpm } from '#shared/node/end-with-npm.ts';
import { serve } from '#shared/node/serve.ts';
import { readSettings, relayConfig } from './config.ts';
import { createRelay } from './create-relay.ts';
import { sqliteStore } from './store/sqlite.ts';
import { realWorld } from './world.ts';

const SQLITE = 'sqlite:';

await main();

/** Serves the relay until it is told to stop. Prints one JSON line when it is ready; logs go to stderr. */
async function main(): Promise<void> {
  // Hashes of tokens and people's results lie in the store's file.
  process.umask(0o077);
  endWithNpm();
  const { values } = parseArgs({ options: { port: { type: 'string' }, store: { type: 'string' } } });
  const settings = readSettings({
    ...process.env,
    ...(values.port === undefined ? {} : { RELAY_PORT: values.port }),
    ...(values.store === undefined ? {} : { RELAY_STORE: values.store }),
  });
  if (!settings.ok) {
    console.error(['The relay cannot start:', ...settings.failure.map((line) => `  ${line}`)].join('\n'));
    process.exitCode = 2;
    return;
  }
  const { RELAY_HOST: host, RELAY_PORT: port, RELAY_STORE: spec, RELAY_PUBLIC_URL: publicUrl } = settings.value;
  const world = realWorld(settings.value.RELAY_LOG_LEVEL);
  const store = await sqliteStore(spec.slice(SQLITE.length), world.random);
  const relay = createRelay(world, relayConfig(settings.value), store);
  const served = await serve(
    (request, connection) => relay.fetch(request, { remoteAddress: connection.incoming.socket.remoteAddress ?? '' }),
    { port, host },
  );
  relay.start();
  const stop = (): void => {
    world.log.info('closing');
    void relay
      .close()
      .then(() => served.close())
      .then(() => Promise.all([store.close(), world.close()]));
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${served.port}`;
  const webhookUrl = joinUrl(publicUrl ?? url, RELAY_PATHS.webhooks);
  console.log(JSON.stringify({ ready: 'relay', url, webhookUrl, metricsUrl: `${url}${RELAY_PATHS.metrics}` }));
}
