import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { projectText } from '#test/support/project-text.ts';

const stepSchema = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.literal('bash').optional(),
  env: z.record(z.string(), z.string()).optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const jobSchema = z.looseObject({ 'runs-on': z.string(), 'timeout-minutes': z.number().max(60), steps: z.array(stepSchema) });
const workflowSchema = z.looseObject({
  name: z.string(),
  permissions: z.strictObject({ contents: z.literal('read') }),
  jobs: z.record(z.string(), jobSchema),
});

const noBash = noProgram('bash');
const FOLDER = '.github/workflows';
const FILES = readdirSync(FOLDER);
const textOf = (file: string): string => projectText(join(FOLDER, file));
const workflowOf = (file: string) => workflowSchema.parse(parse(textOf(file)));
const stepsOf = (file: string) => Object.values(workflowOf(file).jobs).flatMap(({ steps }) => steps);
const shellOf = (file: string): string =>
  stepsOf(file)
    .flatMap(({ run = [] }) => run)
    .join('\n');
const found = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()), devDependencies: z.object({ node: z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

// No machine of the project runs them before they are pushed: what can be wrong in them without being run is looked for here.
describe.each(FILES)('the workflow %s', (file) => {
  it('reads its jobs, bounded and by default without a right to write', () => {
    expect(Object.keys(workflowOf(file).jobs).length).toBeGreaterThan(0);
    expect(stepsOf(file).filter(({ run, uses }) => (run === undefined) === (uses === undefined))).toEqual([]);
  });

  it('runs scripts and programs that are there', () => {
    const scripts = [...found(shellOf(file), /\bnpm run (?:-s )?([\w:-]+)/g), ...found(shellOf(file), /\bnpm (test|start)\b/g)];
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const programs = found(shellOf(file), /\bnpx ([\w@/-]+)/g);
    expect(programs.filter((name) => !existsSync(join('node_modules', '.bin', name)))).toEqual([]);
  });

  it('names files of the project that are there', () => {
    const named = found(`${shellOf(file)}\n${textOf(file)}`, /\b((?:build|docs|test)\/[\w./-]*\w)/g);
    // Of a release, the notes are there under the version's name.
    const places = named.map((path) => path.replace(/^docs\/release-notes\/.*/, 'docs/release-notes'));
    expect(places.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('has lines of shell that bash can read', unless(noBash), () => {
    for (const { run = '' } of stepsOf(file)) {
      expect(spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    }
  });

  it('has lines of shell into which nothing is pasted', () => {
    expect(stepsOf(file).filter(({ run }) => run?.includes('${{') === true)).toEqual([]);
  });

  it('uses only what is pinned to one commit, with its version beside it', () => {
    const lines = textOf(file)
      .split('\n')
      .filter((line) => line.includes('uses:'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('runs the very Node of the project', () => {
    const wanted = stepsOf(file).flatMap(({ with: given }) => given?.['node-version'] ?? []);
    expect(new Set(wanted)).toEqual(new Set([manifest.devDependencies.node]));
    expect(process.version).toBe(`v${manifest.devDependencies.node}`);
  });
});

describe('the nightly audit', () => {
  const jobs = workflowOf('audit.yml').jobs;
  const steps = jobs['packages']?.steps ?? [];

  it('runs by itself each night, and when somebody wants it', () => {
    expect(parse(textOf('audit.yml'))).toMatchObject({
      on: { schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }], workflow_dispatch: null },
    });
  });

  it('asks for known faults of what runs and of all else, and for the registry’s signatures, each whatever the one before said', () => {
    const asked = steps.filter(({ run }) => run?.startsWith('npm audit'));
    expect(asked.map(({ run }) => run)).toEqual([
      'npm audit --omit=dev --audit-level=high',
      'npm audit --audit-level=high',
      'npm audit signatures',
    ]);
    expect(asked.slice(1).map((step) => step.if)).toEqual(['always()', 'always()']);
    expect(steps.map(({ run }) => run)).toContain('npm ci --ignore-scripts --no-audit');
  });

  it('fails where one of them does: nothing is passed over', () => {
    expect(textOf('audit.yml')).not.toMatch(/continue-on-error|\|\| *(?:true|:)|exit 0|secrets\./);
  });

  it('finds the very base that the images name', unless(noBash), () => {
    const [, step] = jobs['base-image']?.steps ?? [];
    const [line = ''] = step?.run?.split('\n') ?? [];
    const read = spawnSync('bash', ['-c', `${line}\necho "$image"`], { encoding: 'utf8' });
    // Bash reads the image's definition as it lies there, with whatever ends of lines the clone has.
    expect(read.stdout.replace('\r', '')).toMatch(/^docker\.io\/library\/node:[\d.]+-bookworm-slim@sha256:[0-9a-f]{64}\n$/);
  });
});

describe('all workflows together', () => {
  it('run scripts of the project at all, so that the check can fail', () => {
    expect(FILES.flatMap((file) => found(shellOf(file), /\bnpm (test|run)\b/g)).length).toBeGreaterThan(2);
  });

  it('use one commit of each action', () => {
    const used = new Map<string, Set<string>>();
    for (const file of FILES)
      for (const { uses } of stepsOf(file)) {
        const [action = '', commit = ''] = uses?.split('@') ?? [];
        if (uses !== undefined) used.set(action, (used.get(action) ?? new Set()).add(commit));
      }
    expect([...used].filter(([, commits]) => commits.size > 1)).toEqual([]);
  });

  it('ask for no secret and no variable that the page on releasing does not explain', () => {
    const page = projectText('docs/operations/release.md');
    const asked = FILES.flatMap((file) => found(textOf(file), /\b(?:secrets|vars)\.(\w+)/g));
    const explained = (name: string): boolean =>
      page.includes(`\`${name}\``) || page.includes(name.replace(/^.*_CERTIFICATE_PASSWORD$/, '…_PASSWORD'));
    expect(asked.filter((name) => !explained(name))).toEqual([]);
    expect(asked.length).toBeGreaterThan(5);
  });
});
