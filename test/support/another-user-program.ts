import { createServer } from 'node:http';
import type { Told, Wanted } from './another-user.ts';

/** Runs as another user of this computer, and takes what it is told to take. `another-user.ts` starts it. */

const NOBODY = 65_534;
if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
const wanted = JSON.parse(process.argv[2] ?? '{}') as Wanted;
const heard: string[] = [];
const tell = (told: Told): void => void process.send?.(told);
// It ends with the test that started it, however that ends.
process.once('disconnect', () => process.exit());
process.on('message', () => tell({ heard: heard.join('\n') }));

const server = createServer((request, response) => {
  heard.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`);
  request.setEncoding('utf8').on('data', (text: string) => heard.push(text));
  request.on('end', () => {
    const { type, body, status = 200 } = wanted.answers?.[request.url ?? ''] ?? { type: 'text/html', body: wanted.page ?? '' };
    response.writeHead(status, { 'content-type': type }).end(body);
  });
});
server.once('error', (error) => tell({ code: 'code' in error ? String(error.code) : 'UNKNOWN' }));
if (wanted.boundName === undefined) {
  const { host = '127.0.0.1', port = 0, ipv6Only = false, name } = wanted;
  server.listen(name === undefined ? { host, port, ipv6Only } : { path: `\0${name}` }, () => {
    const address = server.address();
    tell({ port: typeof address === 'string' ? 0 : (address?.port ?? 0) });
  });
} else {
  // A name is taken by `bind` alone, and Node's public way to it listens as well.
  const { Pipe } = Reflect.get(process, 'binding').call(process, 'pipe_wrap') as {
    readonly Pipe: new (kind: number) => { bind(name: string): number };
  };
  const code = new Pipe(0).bind(`\0${wanted.boundName}`);
  setInterval(() => undefined, 60_000);
  tell(code === 0 ? { port: 0 } : { code: String(code) });
}
