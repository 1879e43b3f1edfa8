import { parseArgs } from 'node:util';
import { serve } from '#shared/node/http/serve.ts';
import { changed } from '#test/e2e/window/stories/story-page.ts';
import { STORIES, type StoryName } from '#test/e2e/window/stories/stories.ts';
import { type WindowHost, windowHost } from '#test/support/window/window-host.ts';

/** `npm run stories`: a page that opens the real window in each prepared state, in both languages and themes, for use by hand. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
/** Windows that stay open for a look; beyond this the oldest is closed. */
const HOSTS_MAX = 40;

const NAMES = Object.keys(STORIES) as StoryName[];
const LANGUAGES = ['en', 'fr'] as const;
const THEMES = ['light', 'dark'] as const;
const hosts: WindowHost[] = [];

// The page has inline styles, which the default headers would forbid.
const served = await serve(answer, {
  port: Number(values.port),
  drainMs: 100,
  headers: { always: { 'x-content-type-options': 'nosniff' } },
});
process.stdout.write(`${JSON.stringify({ ready: 'stories', url: `http://127.0.0.1:${served.port}/` })}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/') return new Response(page(), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  const story = NAMES.find((name) => name === searchParams.get('story'));
  const language = LANGUAGES.find((one) => one === searchParams.get('language'));
  const theme = THEMES.find((one) => one === searchParams.get('theme'));
  if (pathname !== '/open' || story === undefined || language === undefined || theme === undefined)
    return new Response(null, { status: 404 });
  const host = await windowHost(changed(story, { language, theme }));
  hosts.push(host);
  if (hosts.length > HOSTS_MAX) await hosts.shift()?.close();
  return new Response(null, { status: 303, headers: { location: host.address() } });
}

async function stop(): Promise<void> {
  for (const host of hosts) await host.close();
  await served.close();
}

function page(): string {
  const rows = NAMES.map((story) => {
    const links = LANGUAGES.flatMap((language) =>
      THEMES.map((theme) => {
        const query = new URLSearchParams({ story, language, theme });
        return `<td><a target="_blank" href="/open?${query.toString().replaceAll('&', '&amp;')}">${language} ${theme}</a></td>`;
      }),
    );
    return `<tr><th scope="row">${story}</th>${links.join('')}</tr>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Intray: stories</title>
<style>body{font:15px system-ui;margin:32px;color-scheme:light dark}th{text-align:start;padding:6px 24px 6px 0}td{padding:6px 12px}</style>
<h1>The window in every state</h1><p>Made-up data behind the real window; each link is a window of its own.</p>
<table>${rows.join('')}</table></html>`;
}
