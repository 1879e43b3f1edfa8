/** Where the project's copy lies in the small Debian: a short path, as long ones are trouble on Windows. */
export const COPY = 'w/project';
