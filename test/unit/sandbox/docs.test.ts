import { describe, expect, it } from 'vitest';
import { openApi } from '#sandbox/control/open-api.ts';
import { HELP } from '#sandbox/read-arguments.ts';
import { FAULT_ROUTES } from '#sandbox/faults/fault-rules.ts';
import { DEFAULT_SWITCHES, switchesSchema } from '#sandbox/switches/switches-schema.ts';
import { projectText } from '#test/support/project-text.ts';

const page = projectText('docs/sandbox.md');
const rows = (heading: string): string[][] =>
  (page.split(heading)[1]?.split(/\n#+ /)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '));

describe('docs/sandbox.md', () => {
  it('leaves the list of switches to --help, which has each with its default and what it does', () => {
    const { shape } = switchesSchema;
    expect(page).toContain('`npm run -s sandbox -- --help`');
    const missing = Object.entries(shape).filter(([name, { description = '' }]) => {
      const start = `\n  ${name} ${JSON.stringify(Object.entries(DEFAULT_SWITCHES).find(([key]) => key === name)?.[1])}: `;
      return description === '' || !HELP.includes(`${start}${description}\n`);
    });
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('names no switch that the program does not have', () => {
    const named = rows('\n## Switches\n').flatMap(([names = '']) => names.replaceAll('`', '').split(', '));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !Object.hasOwn(switchesSchema.shape, name))).toEqual([]);
  });

  it('names every call of the control API', () => {
    const calls = Object.entries(openApi('http://127.0.0.1:4100/control').paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls.filter((call) => !page.includes(`\`${call}`))).toEqual([]);
  });

  it('names every route that a fault can strike, and every effect', () => {
    expect(FAULT_ROUTES.filter((route) => !page.includes(`\`${route}\``))).toEqual([]);
    const effects = ['latency', 'slow-answer', 'reset-request', 'lose-answer', 'truncate-answer', 'status', 'content-type'];
    expect(effects.filter((kind) => !page.includes(`"kind":"${kind}"`))).toEqual([]);
  });
});
