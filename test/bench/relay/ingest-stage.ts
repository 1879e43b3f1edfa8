import { join } from 'node:path';
import { type Program, startProgram } from '../../../build/demo/start-program.ts';
import { type ServiceStandIn, serviceStandIn } from '#test/relay/durability/service-stand-in.ts';
import { type Postgres, startPostgres } from '#test/support/postgres.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

export type BenchServer = { readonly url: string; readonly pid: number };

export type IngestStage = {
  readonly standIn: ServiceStandIn;
  /** A path for a SQLite store. */
  sqlite(name: string): string;
  /** An empty database on a server that really flushes. */
  postgres(): Promise<string>;
  /** A relay on this store, as an operator runs it. */
  relay(store: string, settings?: Readonly<Record<string, string>>): Promise<BenchServer>;
  /** The minimal server that does the same (`programs/minimal-ingest.ts`). */
  minimal(store: string): Promise<BenchServer>;
};

/** Servers that receive webhooks, each a process of its own, ended afterwards. */
export async function withIngestStage<T>(bench: (stage: IngestStage) => Promise<T>): Promise<T> {
  const folder = scratchFolder('ingest');
  const standIn = await serviceStandIn();
  const programs: Program[] = [];
  const servers: Postgres[] = [];
  const started = async (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<BenchServer> => {
    const program = await startProgram({ name, args, env });
    programs.push(program);
    const { url } = program.ready as { readonly url: string };
    return { url, pid: program.pid };
  };
  try {
    return await bench({
      standIn,
      sqlite: (name) => `sqlite:${join(folder, `${name}.db`)}`,
      async postgres() {
        if (servers.length === 0) servers.push(await startPostgres({ durable: true }));
        return (await servers[0]?.database()) ?? '';
      },
      relay: (store, settings) =>
        started('relay', ['relay/server.ts', '--port', '0'], { ...standIn.environment, ...settings, RELAY_STORE: store }),
      minimal: (store) => started('minimal', ['test/bench/programs/minimal-ingest.ts', store, standIn.environment['RELAY_JWKS_URL'] ?? '']),
    });
  } finally {
    for (const program of programs) await program.stop();
    for (const server of servers) await server.stop();
    await standIn.close();
    removeFolder(folder);
  }
}
