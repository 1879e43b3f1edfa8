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
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.enum(['bash', 'pwsh']).optional(),
  env: z.record(z.string(), z.string()).optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
/** The tests may take two hours on the slowest system; a job that calls another workflow has no time limit of its own. */
const jobSchema = z.union([
  z.looseObject({ 'runs-on': z.string(), 'timeout-minutes': z.number().max(120), steps: z.array(stepSchema) }),
  z.strictObject({
    needs: z.string(),
    uses: z.literal('./.github/workflows/check.yml'),
    permissions: z.strictObject({ contents: z.literal('read') }),
  }),
]);
const workflowSchema = z.looseObject({
  name: z.string(),
  permissions: z.strictObject({}),
  jobs: z.record(z.string(), jobSchema),
});
const actionSchema = z.looseObject({ runs: z.strictObject({ using: z.literal('composite'), steps: z.array(stepSchema) }) });

const noBash = noProgram('bash');
const FOLDER = '.github/workflows';
/** The first steps of several jobs, in one place. */
const PREPARE = '.github/actions/prepare';
const FILES = readdirSync(FOLDER);
const textOf = (file: string): string => projectText(join(FOLDER, file));
const workflowOf = (file: string) => workflowSchema.parse(parse(textOf(file)));
const prepareText = projectText(`${PREPARE}/action.yml`);
const prepareSteps = actionSchema.parse(parse(prepareText)).runs.steps;
const jobStepsOf = (file: string) => Object.values(workflowOf(file).jobs).flatMap((job) => ('steps' in job ? job.steps : []));
const usesPrepare = (file: string): boolean => jobStepsOf(file).some(({ uses }) => uses === `./${PREPARE}`);
/** Including the steps of `prepare`. */
const stepsOf = (file: string) => [...jobStepsOf(file), ...(usesPrepare(file) ? prepareSteps : [])];
const wholeTextOf = (file: string): string => `${textOf(file)}${usesPrepare(file) ? prepareText : ''}`;
const shellOf = (file: string): string =>
  stepsOf(file)
    .flatMap(({ run = [] }) => run)
    .join('\n');
const found = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()), devDependencies: z.object({ node: z.string() }) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

// No machine of the project runs them before they are pushed. So this looks for everything that can be found wrong without running them.
describe.each(FILES)('the workflow %s', (file) => {
  it('reads its jobs, bounded and by default without any right', () => {
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
    const named = found(`${shellOf(file)}\n${wholeTextOf(file)}`, /\b((?:build|docs|test)\/[\w./-]*\w)/g);
    // For a release, the notes exist under the version's name.
    const places = named.map((path) => path.replace(/^docs\/release-notes\/.*/, 'docs/release-notes'));
    expect(places.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('has lines of shell that bash can read', unless(noBash), () => {
    for (const { run = '' } of stepsOf(file).filter(({ shell }) => shell !== 'pwsh')) {
      expect(spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    }
  });

  it('has lines of shell into which nothing is pasted', () => {
    expect(stepsOf(file).filter(({ run }) => run?.includes('${{') === true)).toEqual([]);
  });

  it('uses only what is pinned to one commit, with its version beside it', () => {
    const lines = wholeTextOf(file)
      .split('\n')
      .filter((line) => line.includes('uses:'));
    expect(lines.length).toBeGreaterThan(0);
    // Our own action and workflow come from the same commit as their caller.
    for (const line of lines.filter((one) => !/uses: \.\/\.github\/(actions\/prepare|workflows\/check\.yml)$/.test(one)))
      expect(line).toMatch(/uses: (?:actions|azure)\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('runs the very Node of the project', () => {
    const wanted = stepsOf(file).flatMap(({ with: given }) => given?.['node-version'] ?? []);
    expect(new Set(wanted)).toEqual(new Set([manifest.devDependencies.node]));
    expect(process.version).toBe(`v${manifest.devDependencies.node}`);
  });
});

describe('the nightly audit', () => {
  const { packages, 'base-image': image } = workflowOf('audit.yml').jobs;
  const steps = packages !== undefined && 'steps' in packages ? packages.steps : [];
  const imageSteps = image !== undefined && 'steps' in image ? image.steps : [];

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

  it('runs the unit tests a year later, after the build that some of them need, without install scripts', () => {
    const { calendar } = workflowOf('audit.yml').jobs;
    const done = (calendar !== undefined && 'steps' in calendar ? calendar.steps : []).flatMap(({ uses, run }) => uses ?? run ?? []);
    expect(done.slice(1)).toEqual([
      `./${PREPARE}`,
      'sudo apt-get install -y --no-install-recommends faketime',
      'npm run build',
      'npm run unit:later',
    ]);
    expect(prepareSteps.flatMap(({ run = '' }) => /npm (?:ci|install).*/.exec(run)?.[0] ?? [])).toEqual(['npm ci --ignore-scripts']);
  });

  it('finds the very base that the images name', unless(noBash), () => {
    const [, step] = imageSteps;
    const [line = ''] = step?.run?.split('\n') ?? [];
    const read = spawnSync('bash', ['-c', `${line}\necho "$image"`], { encoding: 'utf8' });
    // Bash reads the image's definition as it is in the clone, with whatever line ends that has.
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
        if (commit !== '') used.set(action, (used.get(action) ?? new Set()).add(commit));
      }
    expect([...used].filter(([, commits]) => commits.size > 1)).toEqual([]);
  });

  it('ask for no secret and no variable that the page on releasing does not explain', () => {
    const page = projectText('docs/operations/release.md');
    const asked = FILES.flatMap((file) => found(textOf(file), /\b(?:secrets|vars)\.(\w+)/g));
    expect(asked.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(asked.length).toBeGreaterThan(5);
  });
});

describe('what is made ready before the tests', () => {
  const linux = prepareSteps.map(({ run = '' }) => run).join('\n');

  it('brings on Linux what the tests name as missing elsewhere', () => {
    const words = (/apt-get install -y --no-install-recommends ([^\n]+)/.exec(linux)?.[1] ?? '').split(' ');
    // GitHub's image has PostgreSQL; Playwright brings its own Chromium; disks that hang need root to be mounted, which a hosted job does
    // not have.
    const elsewhere = ['chromium', 'chromium-headless-shell', 'postgresql', 'python3-fusepy'];
    const wanted = found(projectText('build/system-packages.mjs'), /package: '([\w.-]+)'/g);
    expect(wanted.length).toBeGreaterThan(elsewhere.length);
    expect(wanted.filter((name) => !elsewhere.includes(name) && !words.includes(name))).toEqual([]);
  });

  it('lets Electron make its sandbox on Ubuntu, rather than run without one', () => {
    expect(linux).toContain('sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
    expect(FILES.map((file) => shellOf(file)).join('\n')).not.toContain('--no-sandbox');
  });

  it('gives the tests one folder for what is temporary, by the name that each system asks for', () => {
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) expect(linux).toMatch(new RegExp(`for name in [A-Z ]*\\b${name}\\b`));
  });

  it('names a shell for each line, as an action has to', () => {
    expect(prepareSteps.filter(({ run, shell }) => (run === undefined) !== (shell === undefined))).toEqual([]);
  });
});

describe('the checks', () => {
  const SYSTEMS = ['ubuntu-24.04', 'windows-2025', 'macos-15'];
  const looseJob = z.looseObject({
    needs: z.string().optional(),
    strategy: z.object({ 'fail-fast': z.literal(false), matrix: z.object({ os: z.array(z.string()) }) }),
    steps: z.array(stepSchema),
  });
  const { on, env, jobs } = z
    .object({ on: z.looseObject({}), env: z.record(z.string(), z.string()), jobs: z.record(z.string(), looseJob) })
    .parse(parse(textOf('check.yml')));

  it('are started by each change, by a person and by a release', () => {
    expect(Object.keys(on)).toEqual(['push', 'pull_request', 'workflow_dispatch', 'workflow_call']);
  });

  it('begin on each system with the smoke run on real Electron, and all else waits for it', () => {
    expect(env).toEqual({ INTRAY_REQUIRE_ELECTRON: '1' });
    expect(Object.keys(jobs)).toEqual(['smoke', 'update', 'check']);
    expect(jobs['smoke']?.strategy.matrix.os).toEqual(SYSTEMS);
    expect(jobs['smoke']?.needs).toBeUndefined();
    expect([jobs['update']?.needs, jobs['check']?.needs]).toEqual(['smoke', 'smoke']);
    expect(jobs['check']?.strategy.matrix.os).toEqual(SYSTEMS);
    expect(jobs['check']?.steps.filter(({ run }) => run?.includes('npm test'))).toHaveLength(2);
  });

  it('have a display on Linux wherever they start Electron', () => {
    for (const file of FILES)
      for (const step of stepsOf(file).filter(({ run }) => /npm (test|run smoke)/.test(run ?? '')))
        expect(step).toMatchObject(
          step.run?.startsWith('xvfb-run -a ') === true ? { if: "runner.os == 'Linux'" } : { if: "runner.os != 'Linux'" },
        );
  });
});
