/** One finding. `remedy`: what the person can do about it; empty if nothing is to be done. Contains no secret. */
export type DoctorFinding = {
  readonly what: string;
  readonly verdict: 'good' | 'warning' | 'bad';
  readonly detail: string;
  readonly remedy: string;
};

export function good(what: string, detail: string): DoctorFinding {
  return { what, verdict: 'good', detail, remedy: '' };
}

export function warning(what: string, detail: string, remedy: string): DoctorFinding {
  return { what, verdict: 'warning', detail, remedy };
}

export function bad(what: string, detail: string, remedy: string): DoctorFinding {
  return { what, verdict: 'bad', detail, remedy };
}
