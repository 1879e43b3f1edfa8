import { undiciHttp } from '#shared/node/http/undici-http.ts';

/** Requests an address through our own HTTP, optionally by a proxy, and prints the result. */
const [url = '', proxy] = process.argv.slice(2);
const http = undiciHttp();
const via = proxy === undefined ? {} : { via: { url: proxy, authorization: null } };
const sent = await http.send({ method: 'GET', url, headers: { 'x-key': 's3cret' }, timeoutMs: 10_000, answerBytesMax: 1_000, ...via });
console.log(JSON.stringify(sent.ok ? { status: sent.value.status } : sent.failure));
await http.close();
