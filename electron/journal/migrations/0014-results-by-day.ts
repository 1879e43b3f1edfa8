/** The number of results since a given day: a company's page counts them at every change, among a hundred thousand items. */
export const RESULTS_BY_DAY = `
CREATE INDEX items_results ON items (company_id, state_since, kind) WHERE kind IN ('accepted', 'refused');
`;
