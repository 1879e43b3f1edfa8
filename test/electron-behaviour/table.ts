import type { Assertion, Double, System } from './assertion.ts';
import { ASSERTIONS, SUITE } from './suite.ts';

const SYSTEMS: Readonly<Record<System, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };
const ALL: readonly System[] = ['linux', 'darwin', 'win32'];

/** How much is asserted, on what it is checked, and what no run can ask of Electron itself, as in README.md. */
export function behaviourFigures(): string {
  const unseen = Map.groupBy(
    ASSERTIONS.filter((assertion) => assertion.unseen !== undefined),
    (assertion) => assertion.unseen,
  );
  return [
    ...sums(),
    '',
    'No program alone can ask Electron about these:',
    '',
    ...[...unseen].map(([why, those]) => `- ${those.length}: ${why}`),
    '',
  ].join('\n');
}

/** Every assertion, and on what it is checked. */
export function behaviourTable(): string {
  const parts = SUITE.map(({ title, assertions }) => [
    `### ${title}`,
    '',
    '| Electron does this | fake | stand-in | in the workflow | it says so in |',
    '| --- | --- | --- | --- | --- |',
    ...assertions.map(row),
    '',
  ]);
  return [behaviourFigures(), ...parts.flat()].join('\n');
}

function row(assertion: Assertion): string {
  const { name, source, differs } = assertion;
  const cells = [name, differs?.fake ?? 'the same', differs?.['stand-in'] ?? 'the same', inWorkflow(assertion), source];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function inWorkflow({ unseen, systems = ALL }: Assertion): string {
  return unseen === undefined ? systems.map((system) => SYSTEMS[system]).join(', ') : `not asked: ${unseen}`;
}

function count(which: (assertion: Assertion) => boolean): number {
  return ASSERTIONS.filter(which).length;
}

function differing(double: Double): number {
  return count(({ differs }) => differs?.[double] !== undefined);
}

function askedOn(system: System): number {
  return count(({ unseen, systems = ALL }) => unseen === undefined && systems.includes(system));
}

function sums(): readonly string[] {
  const all = ASSERTIONS.length;
  return [
    '| | the same | something else | not asked |',
    '| --- | --- | --- | --- |',
    ...(['fake', 'stand-in'] as const).map((double) => `| ${double} | ${all - differing(double)} | ${differing(double)} | 0 |`),
    ...ALL.map((system) => `| Electron on ${SYSTEMS[system]}, in the workflow | ${askedOn(system)} to ask | | ${all - askedOn(system)} |`),
  ];
}
