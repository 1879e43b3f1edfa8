import { setImmediate } from 'node:timers/promises';
import { collectDefaultMetrics } from 'prom-client';
import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { type LogOptions, pinoLog } from '#shared/node/log.ts';
import { nodeRandom } from '#shared/node/random.ts';
import type { RelayWorld } from './relay-core.ts';

/** The real world of a relay that runs as a program. */
export function realWorld(logLevel: NonNullable<LogOptions['level']>): RelayWorld & { close(): Promise<void> } {
  const http = undiciHttp();
  return {
    clock: nodeClock(),
    random: nodeRandom(),
    http,
    log: pinoLog({ name: 'relay', level: logLevel }),
    nextTurn: () => setImmediate(),
    watchProcess: (register) => collectDefaultMetrics({ register }),
    close: () => http.close(),
  };
}
