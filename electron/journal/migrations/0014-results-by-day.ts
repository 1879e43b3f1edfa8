/** How many were accepted and refused since a day: a company's page asks it at every change, among a hundred thousand. */
export const RESULTS_BY_DAY = `
CREATE INDEX items_results ON items (company_id, state_since, kind) WHERE kind IN ('accepted', 'refused');
`;
