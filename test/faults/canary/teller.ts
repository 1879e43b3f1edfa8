import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '#shared/domain/item/item.ts';
import type { Canary } from '#test/support/find-canaries.ts';
import { type EngineClient, engineClient } from '../../../build/demo/engine-client.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { until } from '#test/support/until.ts';
import type { Scene } from './scene.ts';

/** First retries come after seconds, a company's check after a minute. */
export const SLOW_MS = 150_000;

export type Integration = { readonly id: string; readonly secret: string };

/** The means by which a story is told. */
export type Teller = {
  readonly scene: Scene;
  /** The options that name the profile, and the place of its key. */
  readonly where: readonly string[];
  /** Secrets that the story itself knows. */
  readonly canaries: Canary[];
  readonly engine: () => EngineClient;
  /** Runs a command, which must end with this code. */
  readonly run: (args: readonly string[], input?: string, code?: number) => Promise<void>;
  readonly drop: (name: string) => void;
  readonly becomes: (name: string, kind: Item['state']['kind']) => Promise<true>;
  /** Resolves when the document is waiting for this reason. */
  readonly fails: (name: string, kind: string) => Promise<true>;
  readonly integration: () => Promise<Integration>;
};

export function teller(scene: Scene, canaries: Canary[]): Teller {
  const { control, profile, folder, programs } = scene;
  const where = ['--profile', profile, '--create-key-file', scene.keyFile];
  const engine = (): EngineClient => engineClient(profile);
  const sees = (what: string, is: (item: Item) => boolean): Promise<true> =>
    until(what, async () => (await engine().items.list({ limit: 100 })).items.some(is), SLOW_MS);
  return {
    scene,
    where,
    canaries,
    engine,
    run: async (args, input = '', code = 0) => {
      const ended = await programs.run([...args, ...where], input);
      if (ended.code !== code) throw new Error(`${args.join(' ')} ended with ${ended.code}: ${ended.said}`);
    },
    drop: (name) => writeFileSync(join(folder, name), aPdf(name)),
    becomes: (name, kind) => sees(`${name} is ${kind}`, (item) => item.name === name && item.state.kind === kind),
    fails: (name, kind) =>
      sees(`${name} fails by ${kind}`, ({ name: its, state }) => its === name && state.kind === 'waiting' && state.last?.kind === kind),
    integration: async () => {
      const made = await control.createIntegration();
      canaries.push({ name: 'an integration secret', secret: made.integrationSecret });
      return { id: made.integrationId, secret: made.integrationSecret };
    },
  };
}
